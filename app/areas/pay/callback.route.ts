import { callbackAction, callbackLoader } from "./callback.server";

export const loader = callbackLoader;
export const action = callbackAction;
