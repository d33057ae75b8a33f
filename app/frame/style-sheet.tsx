import { createContext, useContext } from "react";

/**
 * How a page gets its styles. The first page of a browser carries them inline, for a round trip costs more than
 * the bytes on a slow line; the file is fetched behind it, and later pages link to it.
 */
export interface Head {
  nonce: string;
  /** Address of the one style sheet; absent in development, where Vite adds styles itself. */
  href?: string;
  /** Content of the sheet, when it goes inline. */
  inline?: string;
}

export const HeadContext = createContext<Head>({ nonce: "" });

export const useNonce = (): string => useContext(HeadContext).nonce;

/** Id of the inline sheet, by which the browser finds it again when the page wakes up. */
const INLINE_ID = "styles";

export function StyleSheet() {
  const { nonce, href, inline } = useContext(HeadContext);
  if (!href) return null;
  if (inline === undefined) return <link rel="stylesheet" href={href} />;
  return (
    <>
      <style
        id={INLINE_ID}
        nonce={nonce}
        data-href={href}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: inline }}
      />
      <link rel="prefetch" href={href} />
    </>
  );
}

/** What the server decided for this document, read back in the browser. */
export function headOfDocument(): Head {
  const sheet = document.getElementById(INLINE_ID);
  if (sheet) return { nonce: sheet.nonce ?? "", href: sheet.dataset.href, inline: sheet.textContent ?? "" };
  const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet][href^='/assets/']");
  return { nonce: "", href: link?.getAttribute("href") ?? undefined };
}
