import { DetailsMenu, MenuButton, MenuLink } from "~/ui/details-menu";
import * as css from "./header.css";
import type { Labels } from "./labels";

export const bellLabels = [
  "frame:header.notifications",
  "frame:header.no_notifications",
  "frame:bell.all",
  "frame:bell.read_all",
] as const;

/** One unread notice, in words. */
export interface News {
  id: string;
  href: string;
  title: string;
  text: string;
}

/** What the bell shows; `last` is the person's newest notice, read or not. */
export interface BellData {
  unread: number;
  last: number;
  items: readonly News[];
}

export interface BellProps {
  labels: Labels<typeof bellLabels>;
  /** Null when the provider keeps no notices. */
  bell: BellData | null;
  /** Path and query of this page. */
  here: string;
}

/** Beyond it the number itself does not matter any more. */
const HIGHEST_COUNT = 99;

/** The number of unread notices and the newest of them. */
export function Bell({ labels, bell, here }: BellProps) {
  const { unread, last, items } = bell ?? { unread: 0, last: 0, items: [] };
  return (
    <DetailsMenu
      label={labels["frame:header.notifications"]}
      icon="bell"
      kind="quiet"
      align="end"
      hideLabel
      badge={unread > 0 && <span className={css.count}>{unread > HIGHEST_COUNT ? `${HIGHEST_COUNT}+` : unread}</span>}
    >
      <div className={css.news}>
        {unread === 0 && <p className={css.notice}>{labels["frame:header.no_notifications"]}</p>}
        <ul>
          {items.map(({ id, href, title, text }) => (
            <li key={id}>
              <MenuLink href={href}>
                <span>
                  <b>{title}</b>
                  <small>{text}</small>
                </span>
              </MenuLink>
            </li>
          ))}
        </ul>
        {unread > 0 && (
          <form method="post" action="/notices">
            <input type="hidden" name="redirect" value={here} />
            <MenuButton icon="check" name="upto" value={last}>
              {labels["frame:bell.read_all"]}
            </MenuButton>
          </form>
        )}
        {last > 0 && (
          <MenuLink icon="bell" href="/notices">
            {labels["frame:bell.all"]}
          </MenuLink>
        )}
      </div>
    </DetailsMenu>
  );
}
