import { request } from "undici";
import { config } from "./config.server";
import { upstreamDispatcher } from "./upstream.server";

const FRESH = 1_000;
const PATIENCE = 2_000;

let asked = { at: 0, answer: Promise.resolve(false) };

/** Whether the vending API can be reached; asked at most once a second, whoever wants to know. */
export function vendingIsReady(): Promise<boolean> {
  if (Date.now() - asked.at >= FRESH) asked = { at: Date.now(), answer: probe() };
  return asked.answer;
}

/** A company's API may not know `/readyz`; any answer but a server failure shows that somebody is there. */
async function probe(): Promise<boolean> {
  try {
    const answer = await request(`${config().apiUrl}/readyz`, {
      dispatcher: upstreamDispatcher(),
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.body.dump();
    return answer.statusCode < 500;
  } catch {
    return false;
  }
}
