import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { Button, buttonClass } from "~/ui/button";
import { DetailsMenu, MenuButton } from "~/ui/details-menu";
import { TextInput } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { Bell, type BellProps } from "./bell";
import * as css from "./header.css";
import type { Labels } from "./labels";
import { Logo } from "./logo";

export const headerLabels = [
  "frame:product",
  "frame:header.home",
  "frame:header.menu",
  "frame:header.search",
  "frame:header.cabinet",
  "frame:header.theme_light",
  "frame:header.theme_dark",
  "frame:header.language",
  "frame:language.uk",
  "frame:language.en",
  "frame:language.pl",
] as const;

export type Theme = "light" | "dark";
export type Language = (typeof LANGUAGES)[number];
const LANGUAGES = ["uk", "en", "pl"] as const;

export interface HeaderProps {
  labels: Labels<typeof headerLabels> & BellProps["labels"];
  theme: Theme;
  lang: Language;
  /** Path and query of this page: where the preference forms come back to. */
  here: string;
  /** Name of the signed-in person. */
  name?: string;
  bell: BellProps["bell"];
  /** Changes when a page starts loading, which closes the menu. */
  menuKey: string;
  /** The menu itself; stands at the left from xl, behind the burger below. */
  menu: ReactNode;
}

/** The bar at the top of every page of the main layout. */
export function Header({ labels, theme, lang, here, name, bell, menuKey, menu }: HeaderProps) {
  return (
    <header className={`${css.header} ${screenOnly}`}>
      <details key={menuKey} className={css.burger} data-popup>
        <summary className={buttonClass({ kind: "quiet", hideLabel: true })} title={labels["frame:header.menu"]}>
          <Icon name="menu" size="l" />
          <Icon name="close" size="l" className={css.opened} />
          <VisuallyHidden>{labels["frame:header.menu"]}</VisuallyHidden>
        </summary>
      </details>
      <a href="/" className={css.home} aria-label={`${labels["frame:product"]}: ${labels["frame:header.home"]}`}>
        <Logo name={labels["frame:product"]} />
      </a>
      <div className={css.menu}>{menu}</div>
      <form action="/search" role="search" className={css.search}>
        <TextInput
          type="search"
          name="q"
          placeholder={labels["frame:header.search"]}
          aria-label={labels["frame:header.search"]}
        />
        <Button kind="quiet" icon="search" hideLabel>
          {labels["frame:header.search"]}
        </Button>
      </form>
      <Bell labels={labels} bell={bell} here={here} />
      <Preferences labels={labels} theme={theme} lang={lang} here={here} />
      <a className={buttonClass({ kind: "quiet" })} href="/profile" title={labels["frame:header.cabinet"]}>
        <Icon name="user" size="l" />
        <VisuallyHidden>{labels["frame:header.cabinet"]}</VisuallyHidden>
        {name && <span className={css.name}>{name}</span>}
      </a>
    </header>
  );
}

/** Theme toggle and language switch: small forms that post to /preferences. */
export function Preferences({
  labels,
  theme,
  lang,
  here,
}: Pick<HeaderProps, "theme" | "lang" | "here"> & { labels: Labels<typeof headerLabels> }) {
  const other = theme === "light" ? "dark" : "light";
  return (
    <>
      <form method="post" action="/preferences">
        <input type="hidden" name="redirect" value={here} />
        <Button kind="quiet" name="theme" value={other} icon={other === "dark" ? "moon" : "sun"} hideLabel>
          {labels[`frame:header.theme_${other}`]}
        </Button>
      </form>
      <DetailsMenu label={labels["frame:header.language"]} icon="globe" kind="quiet" align="end" hideLabel>
        <form method="post" action="/preferences">
          <input type="hidden" name="redirect" value={here} />
          {LANGUAGES.map((code) => (
            <MenuButton key={code} name="lang" value={code} lang={code} aria-pressed={code === lang}>
              {labels[`frame:language.${code}`]}
            </MenuButton>
          ))}
        </form>
      </DetailsMenu>
    </>
  );
}
