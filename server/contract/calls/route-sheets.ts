import { z } from "zod";
import { change, download, read, upload } from "../call";
import { routeSheet } from "../entities/route_sheets";
import { warehouse } from "../entities/warehouses";
import { listRequirement } from "../entity";
import { formKey } from "../query";
import {
  beginForm,
  completeForm,
  loadForm,
  myRouteSchema,
  serveForm,
  sheetSchema,
  STOP_PHOTOS,
  warehouseSheetsSchema,
} from "../route-sheets";

const done = z.object({ id: z.number() });
/** Whoever may is told by the calls themselves: the sheet's crew, or a dispatcher. */
const ofSheet = { needs: "login", about: "a sheet of the person's crew, or one that a dispatcher sees" } as const;
const ofStop = { needs: "login", about: "a machine on such a sheet" } as const;
const key = z.object({ key: formKey });

export const sheet = read({
  needs: listRequirement(routeSheet),
  about: routeSheet,
  path: "/route_sheets/{id}/sheet",
  does: "A route sheet with its machines, their amounts and what is taken along",
  answer: sheetSchema,
});
export const myRoute = read({
  needs: "login",
  path: "/my_route",
  does: "Open route sheets of the person's crews, with their machines",
  answer: myRouteSchema,
});
export const workedSheet = read({
  ...ofSheet,
  path: "/my_route/{id}",
  does: "A sheet for who works on it: its crew, who keeps its warehouse, a dispatcher",
  answer: sheetSchema,
  refuses: [404],
});
export const warehouseSheets = read({
  needs: listRequirement(warehouse),
  about: warehouse,
  path: "/warehouses/{id}/sheets",
  does: "Route sheets that wait for what they take from a warehouse, the earliest first",
  answer: warehouseSheetsSchema,
});
export const acceptSheet = change({
  ...ofSheet,
  path: "/my_route/{id}/accept",
  does: "The crew has the sheet",
  form: key,
  answer: done,
  refuses: [404, 409],
});
export const loadSheet = change({
  ...ofSheet,
  path: "/my_route/{id}/load",
  does: "What was really loaded: it moves from the warehouse to the crew",
  form: loadForm,
  answer: done,
  refuses: [404, 409],
});
export const completeSheet = change({
  ...ofSheet,
  path: "/my_route/{id}/complete",
  does: "What is brought back moves to the warehouse, and the sheet is completed; of machines that were not served a reason is said",
  form: completeForm,
  answer: done,
  refuses: [404, 409],
});
export const sheetOfStop = read({
  ...ofStop,
  path: "/my_route/stops/{id}",
  does: "The sheet on which a machine stands",
  answer: sheetSchema,
  refuses: [404],
});
export const beginStop = change({
  ...ofStop,
  path: "/my_route/stops/{id}/begin",
  does: "The crew begins at a machine; a door that opens says the same",
  form: beginForm,
  answer: done,
  refuses: [404, 409],
});
export const serveStop = change({
  ...ofStop,
  path: "/my_route/stops/{id}/serve",
  does: "What was done at a machine, once however often the same key is sent; or why nothing was",
  form: serveForm,
  answer: done,
  refuses: [404, 409],
});
export const addStopPhoto = upload({
  ...ofStop,
  path: "/my_route/stops/{id}/photos",
  query: key,
  does: "A photo of a machine (PNG, JPEG or WebP), kept smaller and without its metadata; once however often the same key is sent",
  type: "application/octet-stream",
  most: STOP_PHOTOS.maxBytes,
  answer: done,
  refuses: [404, 409],
});
const ofPhoto = {
  needs: "login",
  about: "a photo of such a machine",
  statuses: [200, 304],
  headers: { "If-None-Match": "the ETag known" },
  type: "image/webp",
} as const;
export const stopPhoto = download({ ...ofPhoto, path: "/my_route/photos/{id}", does: "A photo that a crew took" });
export const stopPhotoThumbnail = download({
  ...ofPhoto,
  path: "/my_route/photos/{id}/thumbnail",
  does: "A small look at a photo",
});
