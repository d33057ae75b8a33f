import { Badge } from "~/ui/badge";
import type { Cell } from "~/ui/data-cell";
import type { Description } from "~/ui/description-list";
import { toneText } from "~/ui/tone.css";

/** A value as a line of a list of descriptions. */
export function described({ label, text, href, tone, badge }: Cell & { label: string }): Description {
  if (badge) return { label, value: <Badge tone={tone ?? "neutral"}>{text}</Badge> };
  const words = tone ? <span className={toneText[tone]}>{text}</span> : text;
  return { label, value: href ? <a href={href}>{words}</a> : words };
}
