import { globalStyle, style } from "@vanilla-extract/css";
import { text, u } from "~/theme/shape";

/** Running text with headings and lists, no wider than is read easily. */
export const prose = style({ display: "grid", gap: u(3), maxWidth: "72ch", overflowWrap: "anywhere" });
globalStyle(`${prose} h2`, { ...text.lead, marginTop: u(2) });
globalStyle(`${prose} h2:first-child`, { marginTop: 0 });
globalStyle(`${prose} :is(ul,ol)`, { display: "grid", gap: u(2), paddingLeft: u(5) });
globalStyle(`${prose} ul`, { listStyle: "disc" });
globalStyle(`${prose} ol`, { listStyle: "decimal" });
