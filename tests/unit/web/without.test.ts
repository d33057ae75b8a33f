import { expect, it } from "vitest";
import { orWithout } from "~server/web/without.server";

/** As loaders throw what ends them. */
async function thrown(status: number): Promise<number> {
  throw new Response(null, { status });
}

it("what an API does not have is done without, and nothing else is", async () => {
  expect(await orWithout(Promise.resolve(1), 2)).toBe(1);
  expect(await orWithout(thrown(404), 2)).toBe(2);
  for (const status of [401, 403, 500, 503])
    await expect(orWithout(thrown(status), 2)).rejects.toMatchObject({ status });
  await expect(orWithout(Promise.reject(new Error("broken")), 2)).rejects.toThrow("broken");
});
