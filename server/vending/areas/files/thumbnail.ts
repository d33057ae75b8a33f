import sharp from "sharp";

/** What a thumbnail is, whatever the image was. */
export const THUMBNAIL_TYPE = "image/webp";
/** Longest side in pixels: pages show half of it, for screens that have two pixels for one. */
export const THUMBNAIL_SIDE = 400;
/** What unfolds into more than this is not opened, however few bytes it has. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
/** Thumbnails of some 15 KB that are remembered. */
const KEPT = 500;

// One thread, nothing kept behind our back, and no reader but those of the types that are taken.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });

const kept = new Map<string, Promise<Uint8Array | undefined>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A small look at an image, or undefined where there is none ({@link smaller}).
 * Content of one `hash` is looked at once; one image at a time, so that no page full of them takes the processor away.
 */
export function thumbnailOf(hash: string, content: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  const known = kept.get(hash);
  if (known) return known;
  const made = last.then(content).then((image) => smaller(image, THUMBNAIL_SIDE));
  last = made.catch(() => kept.delete(hash));
  kept.set(hash, made);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

/** An image upright, on white and without its metadata, no side longer than so many pixels; undefined when it is broken, too large or too slow. */
export async function smaller(content: Uint8Array, side: number): Promise<Uint8Array | undefined> {
  try {
    return await sharp(content, { limitInputPixels: MAX_PIXELS, failOn: "error", autoOrient: true })
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .webp({ quality: 70 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch {
    return undefined;
  }
}
