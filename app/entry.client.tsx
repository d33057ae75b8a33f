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

// The data of a page comes by streams that Firefox has since 113: without them the page stays as it was served, and works.
if ("TextEncoderStream" in window) {
  // Among those that have them, who lacks anything lacks this.
  if ("at" in Array.prototype) hydrate();
  else void import("./frame/old-browsers").then(({ catchUp }) => (catchUp(), hydrate()));
}
