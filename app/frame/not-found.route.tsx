import { publicAction, publicLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

export const loader = publicLoader(() => {
  throw notFound();
});

export const action = publicAction(() => {
  throw notFound();
});

/** Never drawn: an unknown address always ends in the not-found screen. */
export default function NothingHere() {
  return null;
}
