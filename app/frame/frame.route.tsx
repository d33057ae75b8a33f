import { Outlet, useLoaderData, useLocation, useNavigation, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { ALERT, TICKET } from "~/live/paths";
import type { BellData } from "./bell";
import { MainLayout } from "./layouts";
import { unpackMenu } from "./menu";
import { loader } from "./route.server";
import { useRoot } from "./use-root";
import { useToast } from "./use-toast";

export { loader };

/**
 * The menu changes with the person or the language: after a form was sent, or when asked for, not from page to page.
 * The bell changes with the ticket that is opened, for its notices are read then.
 */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const sent = formMethod !== undefined && formMethod !== "GET";
  return (
    sent || currentUrl.href === nextUrl.href || [TICKET, ALERT].some((begin) => nextUrl.pathname.startsWith(begin))
  );
}

/** Live events add to a page that works without them: they come when it has settled, and may fail to. */
const Live = lazy(() => import("~/live/live").catch(() => ({ default: () => null })));
const SETTLED_MS = 1_500;

/** The menu that the document came with. */
let drawn: string | undefined;
function drawnMenu(): string {
  drawn ??= document.querySelector("[data-menu]")?.getAttribute("data-menu") ?? "";
  return drawn;
}

export default function Frame() {
  const { labels, bell: loaded, menu: sent, ...frame } = useLoaderData<typeof loader>();
  const packed = sent ?? drawnMenu();
  const menu = useMemo(() => unpackMenu(packed), [packed]);
  const [heard, setHeard] = useState({ after: loaded, bell: loaded });
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, []);
  // What the server says replaces what was heard before.
  const bell: BellData | null = heard.after === loaded ? heard.bell : loaded;
  const { pathname, search } = useLocation();
  const loading = useNavigation().state !== "idle";
  const toasts = useToast();
  const root = useRoot();
  if (!root) return null;
  return (
    <>
      <MainLayout
        {...frame}
        menu={menu}
        packedMenu={packed}
        bell={bell}
        labels={{ ...root.labels, ...labels }}
        theme={root.theme}
        lang={root.lang}
        here={pathname + search}
        pathname={pathname}
        loading={loading}
        toasts={toasts}
      >
        <Outlet />
      </MainLayout>
      {/* Only now: a boundary that came with the page would be drawn anew, with an error, where one moves on before it is hydrated. */}
      {settled && (
        <Suspense>
          <Live
            close={root.labels["common:close"]}
            loaded={loaded}
            bell={bell}
            onBell={(change) =>
              setHeard((known) => ({ after: loaded, bell: change(known.after === loaded ? known.bell : loaded) }))
            }
          />
        </Suspense>
      )}
    </>
  );
}
