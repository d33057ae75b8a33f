/** Words of live events. */
export const liveLabels = ["frame:bell.ticketReply", "frame:bell.ticketCreated", "frame:bell.close"] as const;
