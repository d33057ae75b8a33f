import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type KnownOrder,
  type PaymentProvider,
  ProviderBusy,
  ProviderRefused,
  ProviderUnknown,
} from "~server/vending/areas/payments/providers/provider";
import type { NewFault } from "~server/vending/stand-ins/faults";
import { NAMES, openWorld, SECRETS, type World } from "./world";

let world: World;
let said: string[] = [];
const spoken = console.error;

/** What became of a call, in a word; and what was said of it. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    const answer = await work;
    return typeof answer === "string" ? answer : "done";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    said.push(String(error), error.stack ?? "", JSON.stringify(error), String(error.cause));
    if (error instanceof ProviderUnknown) return "unknown";
    if (error instanceof ProviderBusy) return `busy ${error.retryAfterS}`;
    if (error instanceof ProviderRefused) return "refused";
    throw error;
  }
}

/** The calls that move money: what comes before them, how they are asked, and what is right in the end. */
const DEEDS = {
  refund: {
    hold: false,
    ask: (provider: PaymentProvider, order: KnownOrder) =>
      provider.refund(order, { key: "refund-1", amount: 1000, before: 0 }),
    end: { paid: 2550, refunded: 1000 },
  },
  capture: {
    hold: true,
    ask: (provider: PaymentProvider, order: KnownOrder) => provider.capture(order, 2550),
    end: { paid: 2550, held: 0, refunded: 0 },
  },
  release: {
    hold: true,
    ask: (provider: PaymentProvider, order: KnownOrder) => provider.release(order),
    end: { paid: 0, held: 0, refunded: 0, state: "released" },
  },
} as const;

/** How a call is troubled, and what is said of it; `acted`: whether the provider did it all the same. */
const TROUBLES: readonly { fault: Omit<NewFault, "on">; first: string; acted: boolean }[] = [
  { fault: { what: "acts_and_drops" }, first: "unknown", acted: true },
  { fault: { what: "drops" }, first: "unknown", acted: false },
  { fault: { what: "status", status: 500 }, first: "unknown", acted: false },
  { fault: { what: "html", status: 502 }, first: "unknown", acted: false },
  { fault: { what: "html", status: 403 }, first: "unknown", acted: false },
  { fault: { what: "html" }, first: "unknown", acted: false },
  { fault: { what: "empty" }, first: "unknown", acted: false },
  { fault: { what: "status", status: 429, retryAfterS: 7 }, first: "busy 7", acted: false },
  { fault: { what: "status", status: 429 }, first: "busy 5", acted: false },
  { fault: { what: "says_secret" }, first: "refused", acted: false },
];
const inWords = ({ what, status }: Omit<NewFault, "on">) => [what, status].filter(Boolean).join(" ");

describe.each(NAMES)("%s", (name) => {
  beforeEach(async () => {
    said = [];
    console.error = (...words: unknown[]) => void said.push(words.map(String).join(" "));
    world = await openWorld(name);
  });
  afterEach(async () => {
    console.error = spoken;
    await world.close();
    for (const text of said)
      for (const secret of [SECRETS.password, SECRETS.key, SECRETS.token]) expect(text).not.toContain(secret);
  });
  const trouble = (fault: NewFault) => world.standIn.faults.add(fault);
  const paid = async (hold = false) => {
    const order = await world.open({ hold });
    await world.act(order, "pay");
    return order;
  };

  describe.each(Object.entries(DEEDS))("%s", (on, { hold, ask, end }) => {
    const occasion = on === "refund" || on === "capture" ? on : "release";
    it.each(TROUBLES.map((row) => [inWords(row.fault), row] as const))(
      "%s: said as it is, and done once when it is repeated",
      async (_, { fault, first, acted }) => {
        const order = await paid(hold);
        trouble({ on: occasion, ...fault });
        expect(await outcome(ask(world.provider, order))).toBe(first);
        if (acted) expect(world.counts(order)).toMatchObject(end);
        else expect(world.counts(order)).toMatchObject({ refunded: 0, state: hold ? "held" : "paid" });
        expect(await outcome(ask(world.provider, order))).toBe("done");
        expect(await outcome(ask(world.provider, order))).toBe("done");
        expect(world.counts(order)).toMatchObject(end);
      },
    );

    it("acts when nobody waits for its answer any more: unknown, and done once", async () => {
      const order = await paid(hold);
      trouble({ on: occasion, what: "slow", ms: 300 });
      // On a busy machine the time may be over before the call has got there.
      do expect(await outcome(ask(world.hasty, order))).toBe("unknown");
      while (world.standIn.faults.left());
      await expect.poll(() => world.counts(order), { timeout: 10_000 }).toMatchObject(end);
      expect(await outcome(ask(world.provider, order))).toBe("done");
      expect(world.counts(order)).toMatchObject(end);
    });
  });

  it.each([
    ["unknown_word", "pending"],
    ["unknown_field", "paid"],
    ["flipped", "paid"],
    ["snake_case", "paid"],
    ["nulls", "paid"],
    ["wrong_order", "unknown"],
    ["wrong_payee", name === "portmone" ? "unknown" : "paid"],
    ["empty", name === "portmone" ? "no order" : "unknown"],
    ["html", "unknown"],
    ["acts_and_drops", "unknown"],
    ["says_secret", "refused"],
  ] as const)("a state with %s is read as %s", async (what, expected) => {
    const order = await paid();
    trouble({ on: "status", what });
    const asked = world.provider.status(order).then((status) => status?.state ?? "no order");
    expect(await outcome(asked)).toBe(expected);
    expect(await world.provider.status(order)).toMatchObject({ state: "paid", paid: 2550, currency: "UAH" });
  });

  it("tells another amount and another currency, so that they can be compared", async () => {
    const order = await paid();
    trouble({ on: "status", what: "wrong_amount" });
    expect(await world.provider.status(order)).toMatchObject({ state: "paid", paid: 2650 });
    trouble({ on: "status", what: "wrong_currency" });
    expect((await world.provider.status(order))?.currency).toBe("USD");
  });

  it("is not asked beyond its time: unknown", async () => {
    const order = await paid();
    trouble({ on: "status", what: "slow", ms: 300 });
    expect(await outcome(world.hasty.status(order))).toBe("unknown");
  });

  it("gives back in parts, never more than was paid, and nothing twice", async () => {
    const order = await paid();
    const refund = (key: string, amount: number, before: number) =>
      outcome(world.provider.refund(order, { key, amount, before }));
    expect(await refund("a", 1000, 0)).toBe("done");
    expect(await refund("b", 500, 1000)).toBe("done");
    expect(await refund("b", 500, 1000)).toBe("done");
    expect(await refund("c", 1051, 1500)).toBe("refused");
    // Somebody gave money back elsewhere: it is for a person to say what is owed.
    if (name !== "monobank") expect(await refund("a", 1000, 0)).toBe("refused");
    expect(await refund("d", 1050, 1500)).toBe("done");
    expect(world.counts(order)).toMatchObject({ paid: 2550, refunded: 2550 });
    expect(await world.provider.status(order)).toMatchObject({ state: "refunded", paid: 2550, refunded: 2550 });
  });

  // Portmone has no refund that takes time.
  if (name !== "portmone")
    it("gives back after a while: pending, then done", async () => {
      const order = await paid();
      trouble({ on: "refund", what: "processing" });
      const refund = () => outcome(world.provider.refund(order, { key: "r", amount: 700, before: 0 }));
      expect([await refund(), await refund(), await refund()]).toEqual(["pending", "done", "done"]);
      expect(world.counts(order)).toMatchObject({ refunded: 700 });
    });

  if (name !== "portmone")
    it("a refund that fails after a while is not taken for one that was given", async () => {
      const order = await paid();
      trouble({ on: "refund", what: "processing_fails" });
      const refund = (key: string) => outcome(world.provider.refund(order, { key, amount: 700, before: 0 }));
      expect(await refund("r")).toBe("pending");
      expect(world.counts(order)).toMatchObject({ refunded: 0 });
      // monobank keeps our key and what became of it; to LiqPay the same again is a new one.
      expect(await refund("r")).toBe(name === "monobank" ? "refused" : "done");
      expect(await refund(name === "monobank" ? "r2" : "r")).toBe("done");
      expect(world.counts(order)).toMatchObject({ refunded: 700 });
    });

  it("takes of a hold no more than is held, and less if that is asked", async () => {
    const order = await paid(true);
    expect(await world.provider.status(order)).toMatchObject({ state: "held", paid: 2550 });
    expect(await outcome(world.provider.capture(order, 2551))).toBe("refused");
    expect(await outcome(world.provider.capture(order, 2000))).toBe("done");
    expect(await outcome(world.provider.capture(order, 2000))).toBe("done");
    expect(await outcome(world.provider.capture(order, 2550))).toBe("refused");
    expect(await outcome(world.provider.release(order))).toBe("refused");
    expect(world.counts(order)).toMatchObject({ paid: 2000, held: 0 });
    expect(await world.provider.status(order)).toMatchObject({ state: "paid", paid: 2000, refunded: 0 });
  });

  it("a hold that has lapsed cannot be taken, and is let go already", async () => {
    const order = await paid(true);
    await world.act(order, "lapse");
    expect(await outcome(world.provider.capture(order, 2550))).toBe("refused");
    expect(await outcome(world.provider.release(order))).toBe("done");
    expect(world.counts(order)).toMatchObject({ paid: 0, held: 0 });
  });

  it("3-D Secure that is stuck and money that may be taken back are not paid", async () => {
    for (const deed of ["stuck", "accepting"]) {
      const order = await world.open();
      await world.act(order, deed);
      expect((await world.provider.status(order))?.state).toBe("pending");
      await world.act(order, "pay");
      expect((await world.provider.status(order))?.state).toBe("paid");
    }
  });

  it("what was refused or has run out is not paid, and cannot be paid any more", async () => {
    const refused = await world.open();
    await world.act(refused, "refuse");
    expect((await world.provider.status(refused))?.state).toBe("failed");
    const expired = await world.open();
    await world.act(expired, "expire");
    // Portmone lists nothing of an order that nobody paid.
    expect((await world.provider.status(expired))?.state).toBe(name === "portmone" ? undefined : "failed");
    await expect(world.act(expired, "pay")).rejects.toThrow("cannot be paid");
    expect(world.counts(expired)).toMatchObject({ paid: 0 });
  });

  it("knows no order that was never opened", async () => {
    const never = { id: "VB-never", reference: name === "monobank" ? "nothing" : null, amount: 100 };
    expect(await world.provider.status(never)).toBeNull();
    expect(await world.provider.status({ ...never, reference: null })).toBeNull();
    // Nobody asks for money back that was never seen: such an order may be known again a moment later.
    expect(await outcome(world.provider.refund(never, { key: "r", amount: 100, before: 0 }))).toBe("unknown");
    expect(await outcome(world.provider.capture(never, 100))).toBe("unknown");
    expect(await outcome(world.provider.release(never))).toBe("unknown");
  });

  // LiqPay's order is opened by the customer's browser.
  if (name !== "liqpay")
    it("opening: unknown, busy and refused are told apart", async () => {
      const create = () => world.provider.create(world.newOrder());
      for (const { fault, first } of TROUBLES.filter((row) => row.fault.what !== "empty" || name === "monobank")) {
        trouble({ on: "create", ...fault });
        expect(await outcome(create()), inWords(fault)).toBe(first);
      }
      expect(await outcome(create())).toBe("done");
    });

  it("the same order opened twice is paid once", async () => {
    const order = world.newOrder();
    const first = await world.provider.create(order);
    const again = await world.provider.create(order);
    for (const { url } of [first, again]) await (await fetch(url)).text();
    await world.act(first.reference === null ? order : { id: first.reference }, "pay");
    const page = await (await fetch(first.url)).text();
    expect(page).not.toContain("Сплатити");
    expect(world.standIn.bank.counts().reduce((sum, { paid }) => sum + paid, 0)).toBe(2550);
  });
});
