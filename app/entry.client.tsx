import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HeadContext, headOfDocument } from "./frame/style-sheet";

const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <HeadContext.Provider value={headOfDocument()}>
        <RemixBrowser />
      </HeadContext.Provider>,
    );
  });

if ("at" in Array.prototype && "SubmitEvent" in window) hydrate();
else void import("./frame/old-browsers").then(({ catchUp }) => (catchUp(), hydrate()));
