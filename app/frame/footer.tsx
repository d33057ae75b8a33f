import { screenOnly } from "~/theme/print.css";
import * as css from "./footer.css";
import type { Labels } from "./labels";

export const footerLabels = [
  "frame:product",
  "frame:footer.core_version",
  "frame:footer.version",
  "help:title",
] as const;

export interface FooterProps {
  labels: Labels<typeof footerLabels>;
  /** The current year: the end of the copyright range. */
  year: number;
  /** Null while the server has not said it. */
  coreVersion: string | null;
  version: string;
  /** The page, for its help. */
  here: string;
}

const FIRST_YEAR = 2019;

/** Copyright, versions and the way to the help. */
export function Footer({ labels, year, coreVersion, version, here }: FooterProps) {
  return (
    <footer className={`${css.footer} ${screenOnly}`}>
      <span>
        © {FIRST_YEAR}–{year} {labels["frame:product"]}
      </span>
      <a href={`/help?at=${here}`}>{labels["help:title"]}</a>
      {coreVersion && (
        <span>
          {labels["frame:footer.core_version"]} {coreVersion}
        </span>
      )}
      <span>
        {labels["frame:footer.version"]} {version}
      </span>
    </footer>
  );
}
