/** Where the browser tests' own copy of the product is, and who signs in there. */
export const WEB_PORT = 43_100;
export const VENDING_PORT = 43_101;
export const ADMIN = { email: "admin@example.com", password: "correct-horse-battery" };
