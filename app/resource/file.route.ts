import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

/** `GET /files/{id}`: a file of a record; with `?thumbnail` a small look at an image. The API decides who may have it. */
export const loader = protectedLoader(
  "login",
  ({ api, params, url }) => {
    if (!/^\d{1,9}$/.test(params.file ?? "")) throw notFound();
    return api.stream(`/files/${params.file}${url.searchParams.has("thumbnail") ? "/thumbnail" : ""}`);
  },
  { resource: true },
);
