import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetMonobankKeys } from "~server/vending/areas/payments/providers/monobank-key";
import type { Trouble } from "~server/vending/stand-ins/faults";
import { NAMES, openWorld, type World } from "./world";

let world: World;

describe.each(NAMES)("callbacks of %s", (name) => {
  beforeEach(async () => {
    forgetMonobankKeys();
    world = await openWorld(name);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.close();
  });
  const trouble = (what: Trouble, ms?: number) => world.standIn.faults.add({ on: "callback", what, ms });
  /** What is read of the callbacks, once so many have come. */
  const heard = async (count: number) => {
    const called = await world.merchant.hears(count);
    return Promise.all(called.map(async (raw) => (await world.provider.readCallback(raw))?.order ?? null));
  };
  const pay = async () => {
    const order = await world.open();
    await world.act(order, "pay");
    return order;
  };

  it("name their order", async () => {
    const order = await pay();
    expect(await heard(1)).toEqual([order.id]);
  });

  it("forged or altered are nobody's; Portmone's, unsigned, are no more than a reason to ask", async () => {
    const isSigned = name !== "portmone";
    trouble("bad_signature");
    trouble("altered");
    const forged = await pay();
    await pay();
    expect(await heard(2)).toEqual(isSigned ? [null, null] : [forged.id, "somebody-elses"]);
    const elses = { id: "somebody-elses", reference: null, amount: 2550 };
    expect(await world.provider.status(elses)).toBeNull();
  });

  it("unreadable are nobody's", async () => {
    for (const body of ["", "{", "null", "data=&signature=", "data=%00&signature=x", "\u0000".repeat(100), "[1,2]"])
      for (const headers of [new Headers(), new Headers({ "x-sign": "MEUCIQ==" })])
        expect(await world.provider.readCallback({ body: new TextEncoder().encode(body), headers })).toBeNull();
  });

  it("come twice, late, or never: the state is the same when it is asked for", async () => {
    trouble("lost");
    trouble("twice");
    trouble("late", 20);
    const orders = [await pay(), await pay(), await pay()];
    const [, second, third] = orders.map(({ id }) => id);
    expect(await heard(3)).toEqual([second, second, third]);
    for (const order of orders) expect((await world.provider.status(order))?.state).toBe("paid");
  });

  it("the older one last: what is asked for is the newer state", async () => {
    trouble("reordered");
    const [first, second] = [await pay(), await pay()];
    expect(await heard(2)).toEqual([second.id, first.id]);
  });

  it("are sent again until they are answered with 200", async () => {
    world.merchant.answers.push(500, 302);
    const order = await pay();
    expect(await heard(3)).toEqual([order.id, order.id, order.id]);
    await expect.poll(() => world.standIn.messages.answers).toEqual([500, 302, 200]);
  });

  if (name !== "liqpay")
    it("come before the answer that opens their order", async () => {
      world.standIn.faults.add({ on: "create", what: "before_answer" });
      const order = world.newOrder();
      const { reference } = await world.provider.create(order);
      expect(await heard(1)).toEqual([order.id]);
      expect((await world.provider.status({ ...order, reference }))?.state).toBe("paid");
    });

  if (name === "monobank")
    it("are held against a new key when the kept one fails, but not for every forgery", async () => {
      const asked = vi.spyOn(world.standIn.faults, "next");
      const keysAsked = () => asked.mock.calls.filter(([on]) => on === "key").length;
      const first = await pay();
      expect(await heard(1)).toEqual([first.id]);
      expect(keysAsked()).toBe(1);
      trouble("rotated_key");
      const second = await pay();
      const [, rotated] = await world.merchant.hears(2);
      if (!rotated) throw new Error("no callback");
      // Anybody can send forgeries: within half a minute of the last time the key is not asked for again.
      expect(await world.provider.readCallback(rotated)).toBeNull();
      expect(keysAsked()).toBe(1);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
      expect(await world.provider.readCallback(rotated)).toMatchObject({ order: second.id });
      expect(await world.provider.readCallback(rotated)).toMatchObject({ order: second.id });
      expect(keysAsked()).toBe(2);
    });
});
