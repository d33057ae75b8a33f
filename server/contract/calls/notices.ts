import { change, read } from "../call";
import { noticesQuery, noticesSchema, readAnswer, readBody } from "../notices";

/** A provider without notices answers 404, and live events work all the same. */
export const notices = read({
  path: "/notices",
  needs: "login",
  query: noticesQuery,
  does: "What the person was told of, newest first; `after` a number, what came since, oldest first",
  answer: noticesSchema,
});
export const readNotices = change({
  path: "/notices/read",
  needs: "login",
  does: "Mark as read: one notice, those of a ticket, or all up to one",
  form: readBody,
  answer: readAnswer,
});
