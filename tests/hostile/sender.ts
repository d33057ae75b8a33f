import { Pool } from "undici";
import type { Request } from "./requests";

/** Longest that an answer may take, ms: what takes longer hangs. */
export const DEADLINE = 10_000;

/** An answer that must not be: a failure, or none within the deadline. */
export interface Bad {
  request: string;
  why: string;
  answer: string;
}

export interface Sent {
  what: string;
  status: number;
  ms: number;
}

/** Sends requests to a server, several side by side. */
export function openSender(origin: string, sideBySide: number) {
  const pool = new Pool(origin, { connections: sideBySide, pipelining: 1 });
  const sent: Sent[] = [];

  async function one({ method, path, headers, body, why }: Request): Promise<Bad[]> {
    const started = performance.now();
    const answered = await pool
      .request({ method, path, headers, body, signal: AbortSignal.timeout(DEADLINE) })
      .then(async ({ statusCode, body: content }) => ({ status: statusCode, text: await content.text() }))
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    const what = `${method} ${path.slice(0, 200)}`;
    sent.push({ what: `${what}: ${why}`, status: answered.status, ms: performance.now() - started });
    if (answered.status >= 100 && answered.status < 500) return [];
    return [{ request: what, why, answer: `${answered.status} ${answered.text}` }];
  }

  return {
    /** All answers so far. */
    sent,
    /** Sends all and answers those that were answered badly. */
    async attack(requests: readonly Request[]): Promise<Bad[]> {
      const bad: Bad[] = [];
      const left = [...requests];
      const lane = async () => {
        for (let next = left.shift(); next; next = left.shift()) bad.push(...(await one(next)));
      };
      await Promise.all(Array.from({ length: sideBySide }, lane));
      return bad;
    },
    close: () => pool.close(),
  };
}
