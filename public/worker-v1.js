/** Keeps the no-network page and shows it when a page cannot be fetched. Nothing else is cached. */
const STORE = "offline-v1";
const PAGE = "/offline";

/** Theme and language of the page that is kept. */
let kept;

async function keep() {
  const answer = await fetch(PAGE, { cache: "no-store" });
  if (answer.ok) await (await caches.open(STORE)).put(PAGE, answer);
}

async function dropOldStores() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)));
}

async function fetchOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match(PAGE);
    if (page) return page;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(dropOldStores().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (!event.data?.look || event.data.look === kept) return;
  kept = event.data.look;
  event.waitUntil(keep().catch(() => { kept = undefined; }));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(fetchOrKept(request));
});
