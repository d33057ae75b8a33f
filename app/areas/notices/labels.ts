/** Words about notifications of the browser. */
export const desktopLabels = [
  "notices:desktop.title",
  "notices:desktop.text",
  "notices:desktop.allow",
  "notices:desktop.granted",
  "notices:desktop.denied",
  "notices:desktop.unsupported",
  "notices:desktop.insecure",
] as const;
