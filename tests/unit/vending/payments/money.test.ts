import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KnownOrder, ProviderRefused } from "~server/vending/areas/payments/providers/provider";
import type { NewFault } from "~server/vending/stand-ins/faults";
import { NAMES, openWorld, type World } from "./world";

const trouble = fc.constantFrom<NewFault["what"] | undefined>(
  undefined,
  "acts_and_drops",
  "drops",
  "status",
  "html",
  "empty",
  "processing",
);
const step = fc.record({ amount: fc.integer({ min: 1, max: 900 }), on: fc.constantFrom("refund", "status"), trouble });

describe.each(NAMES)("money back by %s", (name) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(name);
  });
  afterAll(() => world.close());

  /** Asks until the provider says yes or no, as a worker does. */
  async function insist(order: KnownOrder, key: string, amount: number, before: number): Promise<boolean> {
    for (let tries = 0; tries < 8; tries++) {
      try {
        if ((await world.provider.refund(order, { key, amount, before })) === "done") return true;
      } catch (error) {
        if (error instanceof ProviderRefused) return false;
      }
    }
    throw new Error("neither yes nor no");
  }

  it("agrees with the provider's books to the kopeck, whatever goes wrong on the way", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        world.standIn.faults.clear();
        const order = await world.open();
        await world.act(order, "pay");
        let back = 0;
        for (const [i, { amount, on, trouble: what }] of steps.entries()) {
          if (what && !(on === "status" && what === "processing"))
            world.standIn.faults.add({ on: on === "refund" ? "refund" : "status", what });
          const isGiven = await insist(order, `r${i}`, amount, back);
          // It is refused for one reason only: that there is not so much left.
          expect(isGiven).toBe(back + amount <= 2550);
          if (isGiven) back += amount;
          expect(world.counts(order)).toMatchObject({ paid: 2550, refunded: back });
        }
        expect(await world.provider.status(order)).toMatchObject({ paid: 2550, refunded: back });
      }),
      { numRuns: 25 },
    );
  });
});
