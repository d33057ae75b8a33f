import { classes } from "./class-names";
import { ICON_PATHS, type IconName } from "./icon-paths";
import * as css from "./icon.css";

export type { IconName };

/** A decorative icon in the colour of the text around it. The word beside it carries the meaning. */
export function Icon({
  name,
  size = "m",
  className,
}: {
  name: IconName;
  size?: keyof typeof css.size;
  className?: string;
}) {
  return (
    <svg className={classes(css.size[size], className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
