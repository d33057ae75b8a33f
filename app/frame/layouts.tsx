import type { ReactNode } from "react";
import { Spinner } from "~/ui/spinner";
import { Toasts } from "~/ui/toast";
import { usePopups } from "~/ui/use-popups";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { bellLabels } from "./bell";
import { Footer, footerLabels, type FooterProps } from "./footer";
import { Header, headerLabels, type HeaderProps, Preferences } from "./header";
import type { Labels } from "./labels";
import * as css from "./layouts.css";
import { Logo } from "./logo";
import { Menu, menuLabels, type MenuProps } from "./menu-view";
import { useSearchKey } from "./use-search-key";

export const mainLayoutLabels = [
  ...headerLabels,
  ...bellLabels,
  ...menuLabels,
  ...footerLabels,
  "frame:skip_to_content",
  "frame:loading",
] as const;

export interface MainLayoutProps
  extends Omit<HeaderProps, "labels" | "menu" | "menuKey">,
    Omit<FooterProps, "labels" | "here"> {
  labels: Labels<typeof mainLayoutLabels>;
  menu: MenuProps["items"];
  /** The same as one text, for the scripts. */
  packedMenu: string;
  pathname: string;
  /** True while the next page loads. */
  loading: boolean;
  /** `<Toast>`s. */
  toasts?: ReactNode;
  children: ReactNode;
}

/** Header, menu, content and footer: the frame of every page of a signed-in person. */
export function MainLayout({
  labels,
  menu,
  packedMenu,
  pathname,
  loading,
  toasts,
  children,
  year,
  coreVersion,
  version,
  ...header
}: MainLayoutProps) {
  usePopups();
  useSearchKey();
  return (
    <>
      <a href="#content" className={css.skip}>
        {labels["frame:skip_to_content"]}
      </a>
      <Header
        {...header}
        labels={labels}
        menuKey={`${pathname} ${loading}`}
        menu={<Menu labels={labels} items={menu} packed={packedMenu} address={header.here} />}
      />
      <div className={css.page}>
        <main id="content" className={css.main} tabIndex={-1} aria-busy={loading}>
          <Toasts>{toasts}</Toasts>
          {children}
          {loading && (
            <div className={css.loading}>
              <Spinner size="l" />
            </div>
          )}
        </main>
        <div role="status">{loading && <VisuallyHidden>{labels["frame:loading"]}</VisuallyHidden>}</div>
        <Footer labels={labels} year={year} coreVersion={coreVersion} version={version} here={pathname} />
      </div>
    </>
  );
}

export const emptyLayoutLabels = headerLabels;

export interface EmptyLayoutProps extends Pick<HeaderProps, "theme" | "lang" | "here"> {
  labels: Labels<typeof emptyLayoutLabels>;
  toasts?: ReactNode;
  children: ReactNode;
}

/** A card in the middle of the page: sign-in and not-found. */
export function EmptyLayout({ labels, toasts, children, ...preferences }: EmptyLayoutProps) {
  usePopups();
  return (
    <div className={css.center}>
      <header>
        <Logo name={labels["frame:product"]} />
      </header>
      <main id="content" className={css.box}>
        <Toasts>{toasts}</Toasts>
        {children}
      </main>
      <footer className={css.corner}>
        <Preferences labels={labels} {...preferences} />
      </footer>
    </div>
  );
}
