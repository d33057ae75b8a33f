import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<I, O> {
  input: I;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Makes one call of many: what is asked while earlier work is under way waits and then goes together, at most `most` at
 * once, in `lanes` side by side. Where several come at a time a lane begins so far apart (`apartMs`), for a transaction
 * of many costs little more than one of a few; who comes alone does not wait. Work answers in the order of its inputs.
 * When work on several fails it is tried apart, so that one which cannot be done harms no other.
 */
export function gathered<I, O>(
  work: (inputs: readonly I[]) => Promise<readonly O[]>,
  { most, lanes = 1, apartMs = 0 }: { most: number; lanes?: number; apartMs?: number },
) {
  const queue: Waiting<I, O>[] = [];
  let running = 0;

  async function lane(): Promise<void> {
    running++;
    // Whatever else came with this turn of the event loop goes along.
    await Promise.resolve();
    for (let taken = queue.splice(0, most); taken.length; taken = queue.splice(0, most)) {
      const began = performance.now();
      await settle(taken);
      const early = began + apartMs - performance.now();
      if (early > 0 && taken.length > 1 && queue.length < most) await sleep(early);
    }
    running--;
  }

  async function settle(taken: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await work(taken.map(({ input }) => input));
      taken.forEach(({ resolve, reject }, index) => {
        const output = outputs[index];
        if (output === undefined) reject(new Error("gathered work left an input without an answer"));
        else resolve(output);
      });
    } catch (error) {
      if (taken.length === 1) taken[0]?.reject(error);
      else for (const half of halvesOf(taken)) await settle(half);
    }
  }

  return {
    waiting: () => queue.length,
    ask: (input: I): Promise<O> =>
      new Promise((resolve, reject) => {
        queue.push({ input, resolve, reject });
        if (running < lanes) void lane();
      }),
  };
}

/** Two halves of several things: what is tried apart is tried so, for most of it is fine. */
export function halvesOf<T>(all: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}
