/** What one byte makes of an empty check value. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
});

/** CRC-16/ARC (polynomial 0x8005 reflected, initial 0, no final xor) over bytes. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return crc;
}

/**
 * The check value of an audit: over its lines from ST up to the line before G85, as a machine
 * sends them, that is each closed by CRLF and with its trailing blanks.
 * `lines` hold one character per byte (latin1).
 */
export function auditCrc(lines: readonly string[]): string {
  const sent = lines.map((line) => `${line}\r\n`).join("");
  return hex4(crc16(Buffer.from(sent, "latin1")));
}

/** Equal; swapped (the standard let pre-6.0 equipment send the low byte first); or different. */
export function compareCrc(stated: string, computed: string): "ok" | "swapped" | "mismatch" {
  if (stated === computed) return "ok";
  const swapped = computed.slice(2) + computed.slice(0, 2);
  return stated === swapped ? "swapped" : "mismatch";
}

/** Four upper-case hex digits. */
export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
