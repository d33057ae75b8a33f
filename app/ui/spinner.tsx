import * as css from "./spinner.css";

/** Shows that something is under way; the words stand beside it. */
export function Spinner({ size = "m" }: { size?: keyof typeof css.size }) {
  return <span className={css.size[size]} aria-hidden="true" />;
}
