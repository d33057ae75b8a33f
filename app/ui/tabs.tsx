import { screenOnly } from "~/theme/print.css";
import { Icon, type IconName } from "./icon";
import * as css from "./tabs.css";

export interface Tab {
  href: string;
  label: string;
  current?: boolean;
  count?: string;
  icon?: IconName;
}

export interface TabsProps {
  /** Names the navigation for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** `scopes` are views of one list ("All 120 · Offline 7"). */
  kind?: "tabs" | "scopes";
}

/** Links to the parts of one thing. */
export function Tabs({ label, tabs, kind = "tabs" }: TabsProps) {
  return (
    <nav aria-label={label} className={screenOnly}>
      <ul className={`${css.list} ${css[kind]}`}>
        {tabs.map((tab) => (
          <li key={tab.href} className={tab.current ? css.here : undefined}>
            <a href={tab.href} className={css.tab} aria-current={tab.current ? "page" : undefined}>
              {tab.icon && <Icon name={tab.icon} />}
              {tab.label}
              {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
