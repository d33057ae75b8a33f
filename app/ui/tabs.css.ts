import { createVar, globalStyle, keyframes, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { item, pill } from "~/theme/shared.css";
import { belowMd, u } from "~/theme/shape";

const [left, right] = [createVar(), createVar()];
const fade = u(8);
/** At an end of what is scrolled there is nothing beyond it. */
const fades = keyframes({
  "0%": { vars: { [left]: "0px", [right]: fade } },
  "5%": { vars: { [left]: fade } },
  "95%": { vars: { [right]: fade } },
  "100%": { vars: { [left]: fade, [right]: "0px" } },
});

/** Where there is room the tabs wrap onto another line. On phones they are one line to scroll, which fades out at the edge beyond which there is more. */
export const list = style({
  display: "flex",
  columnGap: u(1),
  flexWrap: "wrap",
  "@media": {
    [belowMd]: {
      flexWrap: "nowrap",
      overflowX: "auto",
    },
  },
  // Without a timeline the animation is over at once, and the first tab would stand in the fade.
  "@supports": {
    "(animation-timeline:scroll(self inline))": {
      "@media": {
        [belowMd]: {
          vars: { [left]: "0px", [right]: "0px" },
          maskImage: `linear-gradient(90deg,transparent,#000 ${left},#000 calc(100% - ${right}),transparent)`,
          animation: `${fades} linear both`,
          animationTimeline: "scroll(self inline)",
        },
      },
    },
  },
});

/** The ring of the focus must not be cut off by the scrolling list. */
export const tab = style([item, { padding: `0 ${u(3)}`, whiteSpace: "nowrap", outlineOffset: "-2px" }]);
/** Where the tabs are scrolled, they begin at the current one; elsewhere the page itself would scroll to it. */
globalStyle(`${list} a[aria-current]`, { "@media": { [belowMd]: { scrollInitialTarget: "nearest" } } });
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
