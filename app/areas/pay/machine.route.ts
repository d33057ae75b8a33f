import { machineAction, machineLoader } from "./machine.server";

export const loader = machineLoader;
export const action = machineAction;
