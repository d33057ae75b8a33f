import { secured } from "./cookies.server";

/** A loader or an action. */
export type Handler<A, T> = (args: A) => Promise<T>;

const GUARDED = Symbol.for("vending-backoffice.guarded");

/** What every handler has in common, whoever may call it. */
export function marked<A extends { request: Request }, T>(handler: Handler<A, T>): Handler<A, T> {
  const guarded: Handler<A, T> = async (args) => {
    try {
      return secured(args.request, await handler(args));
    } catch (thrown) {
      throw secured(args.request, thrown);
    }
  };
  return Object.assign(guarded, { [GUARDED]: true });
}

interface RouteWithModule {
  id: string;
  module: { loader?: unknown; action?: unknown };
}

/** Throws when a route's loader or action is not guarded: a forgotten requirement must not boot. */
export function assertGuarded(routes: Record<string, RouteWithModule | undefined>): void {
  const bare = Object.values(routes).flatMap((route) =>
    (["loader", "action"] as const).filter((part) => isBare(route?.module[part])).map((part) => `${route?.id} ${part}`),
  );
  if (bare.length > 0) throw new Error(`without a guard: ${bare.join(", ")}`);
}

const isBare = (handler: unknown) =>
  handler !== undefined && !(typeof handler === "function" && Reflect.get(handler, GUARDED) === true);
