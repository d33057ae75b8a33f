import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { liqpay, liqPaySignature } from "~server/vending/areas/payments/providers/liqpay";
import { forgetMonobankKeys } from "~server/vending/areas/payments/providers/monobank-key";
import { monobank } from "~server/vending/areas/payments/providers/monobank";
import { portmoneSignature } from "~server/vending/areas/payments/providers/portmone";
import { answering } from "./answering";

/** Worked out by openssl on the command line, not by the code under test. */
const vectors = z
  .object({
    portmone: z.object({
      login: z.string(),
      payeeId: z.string(),
      dt: z.string(),
      id: z.string(),
      key: z.string(),
      signatures: z.record(z.string(), z.string()),
    }),
    liqpay: z.object({ privateKey: z.string(), data: z.string(), sha1: z.string(), "sha3-256": z.string() }),
    monobank: z.object({ body: z.string(), sign: z.string(), key: z.string() }),
  })
  .parse(JSON.parse(readFileSync("tests/fixtures/payments/signatures.json", "utf8")));
const bytes = (text: string) => new TextEncoder().encode(text);
const NOWHERE = { url: "http://127.0.0.1:9", connectMs: 100, answerMs: 100 };

describe("Portmone's signature", () => {
  it.each(Object.entries(vectors.portmone.signatures))("of an amount written %s", (amount, signature) => {
    const { dt, id, ...account } = vectors.portmone;
    expect(portmoneSignature(account, { dt, id, amount })).toBe(signature);
  });
});

describe("LiqPay's signature", () => {
  const { privateKey, data } = vectors.liqpay;
  it.each(["sha1", "sha3-256"] as const)("by %s, of requests and of callbacks", async (hash) => {
    expect(liqPaySignature(privateKey, data, hash)).toBe(vectors.liqpay[hash]);
    const provider = liqpay(NOWHERE, { publicKey: "i1", privateKey, hash: "sha1" });
    const body = bytes(new URLSearchParams({ data, signature: vectors.liqpay[hash] }).toString());
    expect(await provider.readCallback({ body, headers: new Headers() })).toEqual({ order: "VB-0f3c-77" });
  });

  it("keeps a plus of base64 whole in the address that a customer opens", async () => {
    const provider = liqpay(NOWHERE, { publicKey: "i1", privateKey, hash: "sha1" });
    for (let n = 0; n < 40; n++) {
      const { url } = await provider.create({
        id: `VB-${n}`,
        reference: null,
        amount: 100 + n,
        description: "ÿ>~".repeat(n),
        language: "pl",
        returnUrl: "https://a.example/b",
        callbackUrl: "https://a.example/c",
        expiresInS: 60,
        hold: false,
      });
      const query = new URL(url).searchParams;
      expect(liqPaySignature(privateKey, query.get("data") ?? "", "sha1")).toBe(query.get("signature"));
    }
  });
});

describe("monobank's signature", () => {
  afterEach(forgetMonobankKeys);
  const { body, sign, key } = vectors.monobank;
  const read = async (text: string, given: string | null, keys = [key]) => {
    const bank = await answering(() => ({ json: { key: keys.length > 1 ? keys.shift() : keys[0] } }));
    const provider = monobank({ ...NOWHERE, url: bank.url, answerMs: 5_000 }, "token");
    const headers = new Headers(given === null ? {} : { "x-sign": given });
    const answer = await provider.readCallback({ body: bytes(text), headers });
    await bank.stop();
    return answer;
  };
  it("holds for the very bytes that were sent", async () => {
    expect(await read(body, sign)).toEqual({ order: "VB-0f3c-77", reference: "p2_9ZgpZVsl3" });
    expect(await read(JSON.stringify(JSON.parse(body)), sign)).toBeNull();
    expect(await read(body, null)).toBeNull();
    expect(await read(body, "not base64 at all")).toBeNull();
  });
});
