import { action, loader } from "./preferences.server";

export { action, loader };

/** Never drawn; its presence makes refusals pages instead of bare data. */
export default function Preferences() {
  return null;
}
