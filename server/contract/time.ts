/** Days, hours and weeks are those of the company's clock; instants on the wire are UTC. */
export const TIME_ZONE = "Europe/Kyiv";
