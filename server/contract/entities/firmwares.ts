import { defineEntity } from "../define-entity";
import { FIRMWARE_TYPES } from "../enums";
import { choice, file, flag, integer, text } from "../fields";
import { FILE_MAX_BYTES, FIRMWARE_ENDINGS } from "../files";

/** No board runs a program of less, in bytes. */
const LEAST_IMAGE = 1024;

/** A program for telemetry units, machines' own boards or Pax terminals, with its image. */
export const firmware = defineEntity({
  name: "firmware",
  api: "/firmwares",
  paths: { list: "/firmwares", create: "/firmware/create", view: "/firmware/view/{id}" },
  permission: "FIRMWARE",
  title: "name",
  titleWith: "release",
  fields: {
    name: text({ required: true, max: 120 }),
    /** The maker's version: `version` is the record's own. */
    release: text({ required: true, max: 40 }),
    type: choice("firmware_type", FIRMWARE_TYPES, { required: true }),
    image: file({ required: true, endings: FIRMWARE_ENDINGS, minBytes: LEAST_IMAGE, maxBytes: FILE_MAX_BYTES }),
    /** May be installed. */
    active: flag(),
    note: text({ max: 1000, multiline: true }),
    /** Of the image, in bytes. */
    size: integer({ readOnly: true }),
    /** Of the image, SHA-256 in hexadecimal. */
    sha256: text({ max: 64, readOnly: true }),
  },
  changes: ["active", "note"],
  consequences: ["active"],
  sections: [{ name: "main", fields: ["name", "release", "type", "image", "active", "note"] }],
  list: {
    columns: ["name", "release", "type", "image", "size", "active", "note"],
    search: ["name", "release", "sha256"],
    sort: "name",
    filters: ["type", "release", "active"],
  },
  tabs: ["data", "rollouts"],
});
