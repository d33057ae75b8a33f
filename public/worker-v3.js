/**
 * Keeps the no-network page and shows it when a page cannot be fetched, opens what a notification tells of, and has a crew
 * go on without a network: its route's pages are kept, and what it enters waits here until it can be sent.
 */
const STORE = "offline-v1";
const ROUTE_STORE = "route-v1";
const PAGE = "/offline";

/** Theme and language of the page that is kept. */
let kept;

async function keep() {
  const answer = await fetch(PAGE, { cache: "no-store" });
  if (answer.ok) await (await caches.open(STORE)).put(PAGE, answer);
}

async function dropOldStores() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== STORE && name !== ROUTE_STORE).map((name) => caches.delete(name)));
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
  if (event.data?.route) return event.waitUntil(answerRoute(event.data, event.ports[0]));
  if (!event.data?.look || event.data.look === kept) return;
  kept = event.data.look;
  event.waitUntil(keep().catch(() => { kept = undefined; }));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate" && isRoute(pathname))
    event.respondWith(request.method === "POST" ? enter(event) : showRoute(event));
  else if (request.mode === "navigate" && request.method === "GET") {
    // Who leaves takes the pages along.
    if (pathname === "/logout") event.waitUntil(caches.delete(ROUTE_STORE));
    event.respondWith(fetchOrKept(request));
  } else if (request.method === "GET" && pathname.startsWith("/assets/"))
    event.respondWith(caches.match(request).then((known) => known ?? fetch(request)));
});

// A crew's route.

/** A network that gives no answer for so long is none. */
const PATIENCE_MS = 8_000;
/** Pages of the route are fetched ahead this often at most. */
const AHEAD_EVERY_MS = 60_000;
let aheadAt = 0;
/** Longer ago than a week nothing was done. */
const MOST_S = 7 * 86_400;

const isRoute = (pathname) =>
  pathname === "/my_route" || (pathname.startsWith("/my_route/") && !pathname.startsWith("/my_route/photos/"));
/** An answer of the service itself: a proxy in between says 502 to 504. */
const isAnswer = ({ status }) => status < 500;
/** The session has ended: a page leads to signing in, a form is answered so. */
const isSignIn = ({ url, redirected, status }) => status === 401 || (redirected && new URL(url).pathname === "/login");

async function fetchSoon(request, patience = PATIENCE_MS) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  try {
    return await fetch(request, { signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The page from the network, and what was kept of it where there is none. */
async function showRoute(event) {
  const path = new URL(event.request.url).pathname;
  const refused = /^\/my_route\/refused\/(\d+)$/.exec(path)?.[1];
  if (refused) return showRefused(Number(refused));
  // Entries first: the page should tell what became of them.
  await sendAll().catch(() => undefined);
  try {
    const answer = await fetchSoon(new Request(event.request.url, { headers: { accept: "text/html" }, credentials: "same-origin" }));
    if (!isAnswer(answer)) throw new Error(`answered ${answer.status}`);
    if (answer.ok && !isSignIn(answer)) event.waitUntil(keepPage(path, answer.clone()).then((html) => keepAhead(path, html)));
    return answer.redirected ? Response.redirect(answer.url, 303) : answer;
  } catch {
    const known = await (await caches.open(ROUTE_STORE)).match(path);
    return known ?? (await caches.match(PAGE)) ?? Response.error();
  }
}

/** Keeps a page and the styles that it needs; answers what it says. */
async function keepPage(path, answer) {
  const store = await caches.open(ROUTE_STORE);
  await store.put(path, answer.clone());
  const html = await answer.text();
  const assets = [...html.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, asset]) => asset);
  for (const asset of new Set(assets)) if (!(await store.match(asset))) await store.add(asset).catch(() => undefined);
  return html;
}

/** From the list on every page of the route is there before it is asked for. */
async function keepAhead(path, html) {
  if (path !== "/my_route" || Date.now() - aheadAt < AHEAD_EVERY_MS) return;
  aheadAt = Date.now();
  for (const next of new Set([...html.matchAll(/"(\/my_route\/[^"?#]+)"/g)].map(([, one]) => one))) {
    const answer = await fetchSoon(new Request(next, { headers: { accept: "text/html" }, credentials: "same-origin" })).catch(() => undefined);
    if (answer?.ok && !answer.redirected) await keepPage(next, answer);
  }
}

/** Takes an entry; what cannot be kept here (a full disk, a private window) goes out as any form does. */
async function enter(event) {
  const form = event.request.clone();
  try {
    return await keepAndSend(event);
  } catch {
    return fetchOrKept(form);
  }
}

/** An entry waits here, is sent at once where there is a network, and the person goes on. */
async function keepAndSend(event) {
  const { url } = event.request;
  const sent = [...(await event.request.formData())].filter(([, value]) => typeof value === "string" || value.size > 0);
  const fields = await Promise.all(sent.map(async ([name, value]) => [name, typeof value === "string" ? value : await packed(await smaller(value))]));
  const entry = { url, fields, who: fields.find(([name]) => name === "who")?.[1], at: Date.now() };
  const id = await change("entries", (store) => store.add(entry));
  const answers = await sendAll();
  const answer = answers.get(id);
  if (!answer) return Response.redirect("/my_route", 303);
  return answer.redirected ? Response.redirect(answer.url, 303) : answer;
}

/** A photo as it is kept: not every database of a browser takes files, WebKit's in a private window none. */
const packed = async (photo) => ({ bytes: await photo.arrayBuffer(), name: photo.name, type: photo.type });
/** One kept by an earlier worker is a file still. */
const unpacked = (value) => (value.bytes ? new File([value.bytes], value.name, { type: value.type }) : value);

/** Longest side of a photo that is sent, pixels, as the service keeps it. */
const PHOTO_SIDE = 1_600;
/** A photo as small as it will be kept, for slow lines; as it is where this browser cannot. */
async function smaller(photo) {
  try {
    const image = await createImageBitmap(photo);
    const part = Math.min(1, PHOTO_SIDE / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.round(image.width * part), Math.round(image.height * part));
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    return blob.size < photo.size ? new File([blob], "photo.jpg", { type: blob.type }) : photo;
  } catch {
    return photo;
  }
}

/** Bytes a millisecond that the slowest line has. */
const SLOWEST = 16;
const patienceFor = (fields) => PATIENCE_MS + fields.reduce((sum, [, value]) => sum + (value.bytes?.byteLength ?? value.size ?? 0), 0) / SLOWEST;

/** A form as a browser sends it: photos make it one of many parts. */
function bodyOf(fields) {
  const body = fields.some(([, value]) => typeof value !== "string") ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, typeof value === "string" ? value : unpacked(value));
  return body;
}

let sending;
/** Sends what waits, one after another in the order in which it was entered; answers of those that were. One sender at a time. */
function sendAll() {
  sending ??= sendInOrder().finally(() => { sending = undefined; });
  return sending;
}

/** Who is signed in by the last page; entries of somebody else wait for them. */
let who;

async function sendInOrder() {
  const answers = new Map();
  for (const [id, entry] of await all("entries")) {
    if (who && entry.who && entry.who !== who) continue;
    const headers = { accept: "text/html" };
    // When it was made is told as a pause: this clock may be wrong.
    const waited = Math.min(MOST_S, Math.max(0, Math.round((Date.now() - entry.at) / 1_000)));
    const body = bodyOf([...entry.fields, ["waited", String(waited)]]);
    const answer = await fetchSoon(new Request(entry.url, { method: "POST", body, headers, credentials: "same-origin" }), patienceFor(entry.fields)).catch(() => undefined);
    // Nobody knows whether it arrived, or it waits for who signs in: it is sent again, and counts once.
    if (!answer || !isAnswer(answer) || isSignIn(answer)) break;
    // Somebody else's: it waits for them.
    if (answer.status === 403) continue;
    if (!answer.ok) {
      const html = await answer.clone().text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      await forgetRefused(entry);
      await change("refused", (store) => store.add({ ...entry, html, policy }));
    } else await forgetRefused(entry);
    await change("entries", (store) => store.delete(id));
    answers.set(id, answer);
  }
  return answers;
}

/** What was refused comes back with the form that says why, without scripts, which belong to its own address; once it is sent from there, it is settled. */
async function showRefused(id) {
  const found = (await all("refused")).find(([one]) => one === id);
  if (!found) return Response.redirect("/my_route", 303);
  const { html, policy } = found[1];
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return new Response(html.replaceAll(/<script[\s\S]*?<\/script>/g, ""), { headers });
}

async function forgetRefused({ url }) {
  for (const [id, one] of await all("refused")) if (one.url === url) await change("refused", (store) => store.delete(id));
}

/** Tells a page what waits; asked to `send` it tries first, asked to `drop` it forgets what was refused. */
async function answerRoute({ route, who: asks, drop }, port) {
  who = asks ?? who;
  if (route === "drop") await change("refused", (store) => store.delete(drop));
  if (route === "send") await sendAll();
  const [entries, refused] = [await all("entries"), await all("refused")];
  port?.postMessage({
    unsent: entries.filter(([, entry]) => !entry.who || entry.who === who).length,
    others: entries.filter(([, entry]) => entry.who && entry.who !== who).length,
    refused: refused.map(([id, { url, at }]) => ({ id, path: new URL(url).pathname, at })),
  });
}

function database() {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("route", 1);
    opening.onupgradeneeded = () => ["entries", "refused"].forEach((name) => opening.result.createObjectStore(name, { autoIncrement: true }));
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
}

/** Does one thing with a store; it is written when this resolves. */
async function change(name, work) {
  const db = await database();
  return new Promise((done, failed) => {
    const transaction = db.transaction(name, "readwrite", { durability: "strict" });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => { db.close(); done(request.result); };
    transaction.onabort = () => { db.close(); failed(transaction.error); };
  });
}

/** All of a store with their numbers, in order. */
async function all(name) {
  const db = await database();
  return new Promise((done, failed) => {
    const store = db.transaction(name).objectStore(name);
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    store.transaction.oncomplete = () => { db.close(); done(keys.result.map((key, index) => [key, values.result[index]])); };
    store.transaction.onabort = () => { db.close(); failed(store.transaction.error); };
  });
}

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
