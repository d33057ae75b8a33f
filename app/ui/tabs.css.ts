import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { item, pill } from "~/theme/shared.css";
import { belowMd, u } from "~/theme/shape";
import { sideways } from "~/theme/sideways.css";

/** Where there is room the tabs wrap onto another line. */
export const list = style([sideways, { display: "flex", columnGap: u(1), flexWrap: "wrap" }]);

/** The ring of the focus must not be cut off by the scrolling list. */
export const tab = style([item, { padding: `0 ${u(3)}`, whiteSpace: "nowrap", outlineOffset: "-2px" }]);
/** Where the tabs are scrolled, they begin at the current one; elsewhere the page itself would scroll to it. */
globalStyle(`${list} a[aria-current]`, {
  "@media": { [belowMd]: { scrollInitialTarget: "nearest" } },
});
/** Browsers that cannot begin there put it first. */
export const here = style({
  "@supports": { "not (scroll-initial-target:nearest)": { "@media": { [belowMd]: { order: -1 } } } },
});
globalStyle(`${list} a:not([aria-current])`, { color: color.muted });

export const tabs = style({ boxShadow: `inset 0 -1px ${color.line}` });
globalStyle(`${tabs} a`, { borderRadius: 0 });
globalStyle(`${tabs} a[aria-current]`, { background: "none", boxShadow: `inset 0 -2px ${color.accent}` });

export const scopes = style({});

export const count = style([pill, { padding: `0 ${u(1.5)}`, background: color.shade, color: color.muted }]);
