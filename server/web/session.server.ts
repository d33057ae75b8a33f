import { hkdfSync } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { EncryptJWT, jwtDecrypt } from "jose";
import { config } from "./config.server";
import { beginSession, hasEnded } from "./ended.server";

const MAX_AGE = 30 * 24 * 3600;
const cookie = createCookie("session", { path: "/", httpOnly: true, sameSite: "lax", maxAge: MAX_AGE });

let key: Uint8Array | undefined;
function secretKey(): Uint8Array {
  return (key ??= new Uint8Array(hkdfSync("sha256", config().sessionSecret, "", "vending-backoffice session", 32)));
}

const MAX_OPENED = 1_000;
/** Cookies opened lately: every loader of a page asks, and opening one costs more than matching its routes. */
const opened = new Map<string, { token: string; until: number }>();

/** The vending API's token of the browser's session, or null: absent, expired, ended, forged and unreadable look alike. */
export async function getToken(request: Request): Promise<string | null> {
  const token = await openedToken(request);
  return token === null || hasEnded(token) ? null : token;
}

/** The token of the browser's session when that has ended while we were connected. */
export async function getEndedToken(request: Request): Promise<string | null> {
  const token = await openedToken(request);
  return token !== null && hasEnded(token) ? token : null;
}

async function openedToken(request: Request): Promise<string | null> {
  const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof sealed !== "string") return null;
  const known = opened.get(sealed);
  if (known && known.until > Date.now()) return known.token;
  try {
    const { payload } = await jwtDecrypt(sealed, secretKey(), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    if (typeof payload.token !== "string" || !payload.exp) return null;
    if (opened.size >= MAX_OPENED) opened.clear();
    opened.set(sealed, { token: payload.token, until: payload.exp * 1000 });
    return payload.token;
  } catch {
    return null;
  }
}

/** `Set-Cookie` value that starts a session; the token is encrypted and out of reach of scripts. */
export async function commit(token: string): Promise<string> {
  beginSession(token);
  const sealed = await new EncryptJWT({ token })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt()
    .setExpirationTime(`${MAX_AGE}s`)
    .encrypt(secretKey());
  return cookie.serialize(sealed);
}

/** `Set-Cookie` value that ends the session in the browser. */
export function clear(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
