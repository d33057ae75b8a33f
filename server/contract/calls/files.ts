import { z } from "zod";
import { download, upload } from "../call";
import { FILE_MAX_BYTES, fileValue } from "../files";
import { wrong } from "../query";

const about = "a file of a record that the person may see, or one just uploaded by them";
const content = {
  needs: "login",
  about,
  statuses: [200, 304],
  headers: { "If-None-Match": "the ETag known" },
} as const;

export const uploadFile = upload({
  path: "/files",
  needs: "login",
  query: z.object({ entity: z.string(wrong), field: z.string(wrong) }),
  does: "Upload a file for a field of an entity, for who may see such records; a record then refers to it by id",
  headers: { "X-File-Name": "its name, percent-encoded" },
  type: "application/octet-stream",
  most: FILE_MAX_BYTES,
  answer: fileValue,
  refuses: [403, 404],
});
export const fileContent = download({
  ...content,
  path: "/files/{id}",
  does: "Content of a file",
  type: "application/octet-stream",
  refuses: [403],
});
export const fileThumbnail = download({
  ...content,
  path: "/files/{id}/thumbnail",
  does: "A small look at an image; 404 when none can be made of it",
  type: "image/webp",
  refuses: [403],
});
