import { globalStyle, style } from "@vanilla-extract/css";
import { row } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const about = style([row, { columnGap: 0 }]);
globalStyle(`${about} li:not(:last-child)::after`, { content: '"·"', padding: `0 ${u(1.5)}`, display: "inline-block" });

// The frame keeps it apart from the tabs.
export const attention = style({});
globalStyle(`${attention}>*`, { marginBottom: 0 });

export const reasons = style({ display: "grid", gap: u(1), margin: `${u(1)} 0 ${u(2)}` });
globalStyle(`${reasons} li`, { display: "flex", flexWrap: "wrap", columnGap: u(3) });
