import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import "./theme/index.css";
import { Document } from "./frame/document";
import { ErrorScreen } from "./frame/error-screen";
import { useLinkNavigation } from "./frame/use-link-navigation";
import { usePreferenceSync } from "./frame/use-preference-sync";
import { useSubmissionMemory } from "./frame/use-submission-memory";
import { useWorker } from "./frame/use-worker";
import { loader } from "./root.server";

export { pageHeaders as headers } from "./frame/page-headers";
export { loader };

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? [{ title: data.labels["frame:product"] }] : []);

export function Layout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>;
}

export default function App() {
  useLinkNavigation();
  usePreferenceSync();
  useSubmissionMemory();
  useWorker();
  return <Outlet />;
}

export const ErrorBoundary = ErrorScreen;
