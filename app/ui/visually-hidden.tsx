import type { ReactNode } from "react";
import { hidden } from "~/theme/shared.css";

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={hidden}>{children}</span>;
}
