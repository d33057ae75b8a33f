import "./head.css";
import { deviceViewLoader } from "./view.server";

export { default, meta } from "~/resource/view.route";

export const loader = deviceViewLoader;
