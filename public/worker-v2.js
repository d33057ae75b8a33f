/** Keeps the no-network page and shows it when a page cannot be fetched (nothing else is cached), and opens what a notification tells of. */
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

/** Brings a window of ours to the front and has it open the ticket, which it does unless it shows it already. */
async function openAt(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const chosen = windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === "visible") ?? windows[0];
  if (!chosen) return self.clients.openWindow(path);
  const front = await chosen.focus().catch(() => chosen);
  if (!(await ask(front, path))) await front.navigate(path);
}

/** Whether the window's page says that it sees to it: one without its scripts says nothing. */
function ask(front, path) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => done(true);
    setTimeout(() => done(false), 500);
    front.postMessage({ open: path }, [port2]);
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.href ?? "/"));
});
