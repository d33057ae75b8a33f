import { Outlet, useLoaderData, useLocation, useNavigation, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { MainLayout } from "./layouts";
import { loader } from "./route.server";
import { useRoot } from "./use-root";
import { useToast } from "./use-toast";

export { loader };

/** The menu changes with the person or the language: after a form was sent, or when asked for, not from page to page. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const sent = formMethod !== undefined && formMethod !== "GET";
  return sent || currentUrl.href === nextUrl.href;
}

export default function Frame() {
  const { labels, ...frame } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const loading = useNavigation().state !== "idle";
  const toasts = useToast();
  const root = useRoot();
  if (!root) return null;
  return (
    <MainLayout
      {...frame}
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
  );
}
