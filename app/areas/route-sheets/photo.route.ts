import { stopPhoto, stopPhotoThumbnail } from "~server/contract/calls/route-sheets";
import { protectedLoader } from "~server/web/guard.server";

/** A photo that a crew took; with `?thumbnail` a small look at it. The API decides who may have it. */
export const loader = protectedLoader(
  "login",
  ({ api, params, url }) =>
    api.download(url.searchParams.has("thumbnail") ? stopPhotoThumbnail : stopPhoto, { id: params.id }),
  { resource: true },
);
