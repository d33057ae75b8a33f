import { addStopPhoto } from "~server/contract/calls/route-sheets";
import { plain } from "~server/contract/plain";
import { STOP_PHOTOS } from "~server/contract/route-sheets";
import type { ActionContext, Context } from "~server/web/guard.server";
import type { Refusal } from "~server/web/outcome.server";
import { sizeText } from "~/resource/files.server";

const MEGA = 1024 * 1024;
/** Bytes of a form with photos. */
export const PHOTO_FORM = MEGA + STOP_PHOTOS.atOnce * (STOP_PHOTOS.maxBytes + MEGA / 4);

/** What may be chosen. */
export const photoRules = (context: Pick<Context, "t" | "format">) => ({
  hint: context.t("route-sheets:photos_hint", {
    count: STOP_PHOTOS.atOnce,
    size: sizeText(context, STOP_PHOTOS.maxBytes),
  }),
});

/** Photos as the screens show them. */
export const photosOf = (photos: readonly number[]) =>
  photos.map((id) => ({ id, href: `/my_route/photos/${id}`, small: `/my_route/photos/${id}?thumbnail` }));

/** Sends the photos of a form, each once however often the form comes; answers why one was not taken. */
export async function sendPhotos({ api, params, form }: ActionContext): Promise<Refusal | undefined> {
  const key = plain(form().get("key"));
  const chosen = form()
    .getAll("photos")
    .flatMap((one) => (one instanceof File && one.size > 0 ? [one] : []));
  if (chosen.length > STOP_PHOTOS.atOnce) return refused("too_many_photos", STOP_PHOTOS.atOnce);
  for (const [nth, file] of chosen.entries()) {
    if (file.size > STOP_PHOTOS.maxBytes) return refused("photo_too_large", STOP_PHOTOS.maxBytes / MEGA);
    const content = new Uint8Array(await file.arrayBuffer());
    const outcome = await api.upload(addStopPhoto, { id: params.stop }, { key: `${key} ${nth}` }, content, {});
    if (!outcome.ok) return outcome.status === 422 ? refused(outcome.error, STOP_PHOTOS.most) : outcome;
  }
  return undefined;
}

const refused = (key: string, count: number): Refusal => ({
  ...{ ok: false, status: 422, error: "invalid", data: null },
  fields: { photos: [{ key, count }] },
});
