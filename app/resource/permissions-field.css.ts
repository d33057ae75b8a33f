import { globalStyle, style } from "@vanilla-extract/css";
import { permissionRows } from "~/frame/permission-rows";
import { color } from "~/theme/contract.css";
import { hidden, smallMuted } from "~/theme/shared.css";
import { belowSm, text, u, weight } from "~/theme/shape";

const phone = (rule: Record<string, string | number>) => ({ "@media": { [belowSm]: rule } });

/** A table where there is room; on a phone each line is a block, its boxes below its name. */
export const table = style({ ...text.control, width: "100%", maxWidth: "1040px" });
globalStyle(`${table} :is(th,td)`, {
  padding: `${u(1.5)} ${u(3)} ${u(1.5)} 0`,
  textAlign: "left",
  verticalAlign: "top",
  fontWeight: "inherit",
});
globalStyle(`${table} thead th`, { ...text.small, color: color.muted, fontWeight: weight.medium });
globalStyle(`${table} tr+tr`, { borderTop: `1px solid ${color.line}` });
globalStyle(`${table} tbody th small`, { display: "block", maxWidth: "72ch", color: color.muted });
globalStyle(`${table} td`, { width: "17%" });
globalStyle(`${table} :is(tbody,td)`, phone({ display: "block" }));
globalStyle(`${table} thead`, phone({ display: "none" }));
// The name, the boxes beside one another, what is said of them.
globalStyle(`${table} tr`, phone({ display: "flex", flexWrap: "wrap", columnGap: u(5), padding: `${u(1.5)} 0` }));
globalStyle(`${table} th`, phone({ display: "contents" }));
globalStyle(`${table} th>*`, phone({ flex: "1 0 100%" }));
globalStyle(`${table} td`, phone({ width: "auto", padding: 0, order: 1 }));
globalStyle(`${table} small`, phone({ order: 2 }));

export const group = style({});
globalStyle(`${table} ${group}`, {
  paddingTop: u(4),
  color: color.accent,
  fontWeight: weight.bold,
  ...phone({ display: "block" }),
});

/** Easy to hit: the label is as wide as its cell. */
export const box = style({
  display: "flex",
  alignItems: "center",
  gap: u(2),
  minHeight: u(6),
  cursor: "pointer",
  ...phone({ minHeight: u(9) }),
});
globalStyle(`${box} input`, { width: 16, height: 16, flex: "none", margin: 0, accentColor: color.fill });
/** Seen on phones, where the head of the table is not. */
export const boxLabel = style([hidden]);
globalStyle(
  `${boxLabel}:not(:focus)`,
  phone({ position: "static", width: "auto", height: "auto", clipPath: "none", whiteSpace: "normal" }),
);

/** A column without a box of its own; marked while the box that it follows is ticked. */
export const without = style([smallMuted]);
globalStyle(`${table} ${without}`, { paddingTop: u(2.5), ...phone({ display: "none" }) });
for (const column of [0, 1])
  globalStyle(`${table} tr:has(td:nth-of-type(${column + 1}) :checked) [data-follows="${column}"]`, {
    color: color.ok,
    fontWeight: weight.medium,
  });

/** Said while a code is given that opens nothing without one that is not. A browser without `:has()` leaves it unsaid. */
export const idle = style({ display: "none", color: color.warn, fontWeight: weight.medium });
for (const { idle: codes } of permissionRows())
  for (const { code, without: other } of codes)
    globalStyle(`${table}:has([value=${other}]:not(:checked)):has([value=${code}]:checked) [data-idle=${code}]`, {
      display: "block",
    });
