/** Keeps the no-network page and shows it when a page cannot be fetched. Nothing else is cached. */
const STORE = "offline-v1";
const PAGE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(
    fetch(PAGE, { cache: "no-store" })
      .then((answer) => (answer.ok ? caches.open(STORE).then((store) => store.put(PAGE, answer)) : undefined))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(
    fetch(event.request).catch((error) =>
      caches.match(PAGE).then((kept) => {
        if (!kept) throw error;
        return kept;
      }),
    ),
  );
});
