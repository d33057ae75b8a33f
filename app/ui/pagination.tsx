import { screenOnly } from "~/theme/print.css";
import { item } from "~/theme/shared.css";
import { Icon } from "./icon";
import * as css from "./pagination.css";
import { VisuallyHidden } from "./visually-hidden";

export interface PageLink {
  /** The number; "…" for a gap. */
  label: string;
  /** Absent for a gap. */
  href?: string;
  current?: boolean;
}

export interface PaginationProps {
  /** Names the navigation: "Pages". */
  label: string;
  /** "1–50 of 1,240". */
  summary: string;
  pages: readonly PageLink[];
  previous?: { label: string; href: string };
  next?: { label: string; href: string };
  sizes?: { label: string; links: readonly PageLink[] };
}

/** Where the reader is in a list, with links to other pages and page sizes. */
export function Pagination({ label, summary, pages, previous, next, sizes }: PaginationProps) {
  return (
    <nav className={`${css.bar} ${screenOnly}`} aria-label={label}>
      <p>{summary}</p>
      {pages.length > 1 && (
        <ul className={css.list}>
          {previous && <li>{step(previous, "chevron-left", "prev")}</li>}
          {pages.map((page, index) => (
            <li key={page.href ?? index}>{link(page)}</li>
          ))}
          {next && <li>{step(next, "chevron-right", "next")}</li>}
        </ul>
      )}
      {sizes && (
        <ul className={css.list}>
          <li>{sizes.label}</li>
          {sizes.links.map((size) => (
            <li key={size.label}>{link(size)}</li>
          ))}
        </ul>
      )}
    </nav>
  );
}

const pageClass = `${item} ${css.page}`;

function link({ label, href, current }: PageLink) {
  if (!href) return label;
  return (
    <a href={href} className={pageClass} aria-current={current ? "page" : undefined}>
      {label}
    </a>
  );
}

function step(
  { label, href }: { label: string; href: string },
  icon: "chevron-left" | "chevron-right",
  rel: "prev" | "next",
) {
  return (
    <a href={href} className={pageClass} rel={rel} title={label}>
      <Icon name={icon} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </a>
  );
}

/**
 * The page numbers worth showing: the first, the last and the neighbours of the current one.
 * `null` stands for a gap. Pages count from 1.
 */
export function pageWindow(current: number, last: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const gap = page - (shown[index - 1] ?? page - 1) - 1;
    if (gap === 0) return [page];
    // A gap of one page is no shorter than the page itself.
    return gap === 1 ? [page - 1, page] : [null, page];
  });
}
