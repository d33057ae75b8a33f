/** What is newer than 2021 and is sent all the same, as `tooNew` names it: how a browser does without it, or where it gets it. */
export const DONE_WITHOUT: Record<string, string> = {
  // Scripts of ours.
  ".at()": "app/frame/old-browsers.ts gives it",
  Notification: "desktop notifications are offered only where it is in the window",
  ".showNotification()": "asked for only where notifications were allowed",
  BroadcastChannel: "asked whether it is in the window: each tab has a stream of its own then",
  "navigator.locks": "asked for before it is used: each tab has a stream of its own then",
  "navigator.storage": "navigator.storage?.persist?.()",
  OffscreenCanvas: "photos go as they are where the worker cannot make them smaller: what it throws is caught",
  // Scripts of packages.
  TransformStream: "app/entry.client.tsx leaves the page as it was served",
  TextEncoderStream: "app/entry.client.tsx leaves the page as it was served",
  ".pipeThrough()": "app/entry.client.tsx leaves the page as it was served",
  ".requestSubmit()": "the library of forms asks whether it is a function",
  ".startViewTransition()": "Remix asks whether it is a function, and we want no transitions",
  "navigator.connection": "Remix asks for it before it prefetches",
  "navigator.scheduling": "React asks whether it is there",
  reportError: "React asks whether it is a function",
  setImmediate: "React asks whether it is a function",
  // Styles.
  "At-rule '@page'": "Safari and Firefox print on the sheet that is chosen in the dialogue",
  "Property 'page'": "the same",
  "Property 'accent-color'": "boxes to tick have the browser's own colour",
  "Property 'color-scheme'": "controls and scroll bars are light on the dark theme",
  "Property 'container-type'": "figures of tiles are as large as where there is room, and wrap",
  "Property 'mask-image'": "stands within @supports of another one; the fade at the ends of scrolled tabs is left out",
  "Property 'outline'": "rings have square corners",
  "Property 'overscroll-behavior'": "the page scrolls on behind the open menu",
  "Property 'resize'": "telephones have no handle at the corner of an area",
  "Property 'scroll-initial-target'": "the current tab is put first, by @supports not",
  "Property 'text-size-adjust'": "Safari has it as -webkit-text-size-adjust, which stands before it",
  "Value 'avoid' of property 'break-after'": "a title may stand at the foot of a paper, without what it is of",
  "Selector 'focus-visible'": "Safari draws its own ring",
  "Selector 'has'":
    "each rule has a selector list of its own: hints are not shown, fields that do not matter are, sheets stand",
  "Value 'anywhere' of property 'overflow-wrap'": "Safari breaks long words as body says, break-word",
};
