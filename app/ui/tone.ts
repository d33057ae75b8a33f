/** What a status means. Never shown by colour alone: an icon or a word goes with it. */
export type Tone = "neutral" | "ok" | "warn" | "bad" | "info";
