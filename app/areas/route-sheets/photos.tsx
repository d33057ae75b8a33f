import * as css from "./photos.css";
import type { photosOf } from "./photos.server";

/** Small looks at photos, each a link to the whole. */
export const Photos = ({ photos, label }: { photos: ReturnType<typeof photosOf>; label: string }) => (
  <div className={css.photos}>
    {photos.map(({ id, href, small }) => (
      <a key={id} href={href} target="_blank" rel="noreferrer">
        <img src={small} alt={label} loading="lazy" />
      </a>
    ))}
  </div>
);
