import { Secret, TOTP } from "otpauth";

/** What an app that was given a secret shows `later` half minutes from now: a code is taken once, so the next one is needed soon. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
