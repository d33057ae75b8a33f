import { color } from "~/theme/contract.css";
import { muted, small } from "~/theme/shared.css";
import { Icon } from "~/ui/icon";
import { ICON_PATHS, type IconName } from "~/ui/icon-paths";
import { Inline, Stack } from "~/ui/layout";
import type { Specimen } from "./page";

const SWATCH = 32;
/** A shadow is no colour. */
const COLOURS = Object.entries(color).filter(([, value]) => value !== color.shadow);
const ICONS = Object.keys(ICON_PATHS).filter((name): name is IconName => name in ICON_PATHS);

/** What everything is made of: colours, sizes of text, icons. */
export const FOUNDATIONS: Readonly<Record<string, Specimen>> = {
  colours: () => (
    <Inline>
      {COLOURS.map(([name, value]) => (
        <Inline key={name}>
          <svg width={SWATCH} height={SWATCH} aria-hidden="true">
            <rect width="100%" height="100%" fill={value} stroke={color.edge} />
          </svg>
          <code>{name}</code>
        </Inline>
      ))}
    </Inline>
  ),
  text: (t) => (
    <Stack gap="s">
      <h3>{t("ui:words")}</h3>
      <p>{t("ui:sentence")}</p>
      <p className={muted}>{t("ui:sentence")}</p>
      <p className={small}>{t("ui:sentence")}</p>
    </Stack>
  ),
  icon: () => (
    <Inline>
      {ICONS.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </Inline>
  ),
};
