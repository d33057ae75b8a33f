import { fileContent, fileThumbnail } from "~server/contract/calls/files";
import { protectedLoader } from "~server/web/guard.server";

/** A file of a record; with `?thumbnail` a small look at an image. The API decides who may have it. */
export const loader = protectedLoader(
  "login",
  ({ api, params, url }) =>
    api.download(url.searchParams.has("thumbnail") ? fileThumbnail : fileContent, { id: params.file }),
  { resource: true },
);
