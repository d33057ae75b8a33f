import { createVar, keyframes, style } from "@vanilla-extract/css";
import { belowMd, u } from "./shape";

const [left, right] = [createVar(), createVar()];
const fade = u(8);
/** At an end of what is scrolled there is nothing beyond it. */
const fades = keyframes({
  "0%": { vars: { [left]: "0px", [right]: fade } },
  "5%": { vars: { [left]: fade } },
  "95%": { vars: { [right]: fade } },
  "100%": { vars: { [left]: fade, [right]: "0px" } },
});

/** On phones one line to scroll, which fades out at the edge beyond which there is more. */
export const sideways = style({
  // Twice, so that it is more than what the line is on wider screens.
  selectors: {
    "&&": { "@media": { [belowMd]: { flexWrap: "nowrap", overflowX: "auto", scrollPaddingInline: fade } } },
  },
  // Without a timeline the animation is over at once, and the first of the line would stand in the fade.
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
