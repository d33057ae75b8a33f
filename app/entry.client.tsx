import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HeadContext, headOfDocument } from "./frame/style-sheet";

startTransition(() => {
  hydrateRoot(
    document,
    <HeadContext.Provider value={headOfDocument()}>
      <RemixBrowser />
    </HeadContext.Provider>,
  );
});
