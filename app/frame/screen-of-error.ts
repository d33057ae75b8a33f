import { isRouteErrorResponse } from "@remix-run/react";
import type { ScreenData } from "~server/web/screens.server";

const SCREENS = new Set<unknown>(["technical_work", "not_found", "sign_in", "refused", "error", "saved", "unknown"]);

/** The screen an error asks for, whoever threw it. */
export function screenOfError(error: unknown): ScreenData | undefined {
  if (error === undefined || error === null) return undefined;
  if (!isRouteErrorResponse(error)) return { screen: isLostConnection(error) ? "technical_work" : "error" };
  const data: unknown = error.data;
  if (isScreenData(data)) return data;
  if (error.status === 404) return { screen: "not_found" };
  return { screen: error.status === 502 || error.status === 503 || error.status === 504 ? "technical_work" : "error" };
}

const isScreenData = (data: unknown): data is ScreenData =>
  typeof data === "object" && data !== null && "screen" in data && SCREENS.has(data.screen);

/** A page asked for by a script got no answer at all; browsers tell it by a TypeError of fetch. */
const isLostConnection = (error: unknown) =>
  typeof window !== "undefined" && error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
