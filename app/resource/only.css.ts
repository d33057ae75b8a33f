import { globalStyle } from "@vanilla-extract/css";
import { ENTITIES } from "~server/contract/entities";
import { editableFields, onlyOf } from "~server/contract/entity";

/**
 * What goes with one choice only is shown with it; also while something stands in it or is said of it, for nothing
 * typed is hidden. A browser without `:has()` shows it always, and the server refuses it.
 */
for (const entity of ENTITIES) {
  for (const [name, field] of editableFields(entity)) {
    const only = onlyOf(field);
    if (!only) continue;
    const isElse = `form:has([name="${only.field}"] option:not([value="${only.is}"]):checked)`;
    globalStyle(
      `${isElse} [data-only="${entity.name}.${name}"]:has(:placeholder-shown):not(:focus-within,:has([aria-invalid]))`,
      { display: "none" },
    );
  }
}
