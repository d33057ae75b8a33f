import * as css from "./logo.css";

/** The mark, a machine serving a cup, and the name of the product. Follows the theme. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={css.logo}>
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path className={css.body} d="M6 1h12a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z" />
        <path className={css.glass} d="M6 4h12v3H6zM6 10h12v9H6z" />
        <path className={css.cup} d="M8 12h8l-1 7H9z" />
      </svg>
      {name}
    </span>
  );
}
