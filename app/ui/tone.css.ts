import { styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";

/** Text in the colour of a tone. */
export const toneText = styleVariants({
  neutral: { color: color.ink },
  ok: { color: color.ok },
  warn: { color: color.warn },
  bad: { color: color.bad },
  info: { color: color.info },
});

/** Text and soft ground in the colours of a tone. */
export const toneGround = styleVariants({
  neutral: { color: color.muted, background: color.shade },
  ok: { color: color.ok, background: color.okSoft },
  warn: { color: color.warn, background: color.warnSoft },
  bad: { color: color.bad, background: color.badSoft },
  info: { color: color.info, background: color.infoSoft },
});
