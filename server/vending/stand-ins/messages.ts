import type { Faults, Trouble } from "./faults";
import { pause } from "./faults";

/** What a provider posts to a merchant. */
export interface Message {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Makes the message as it is now, or spoiled. */
export type Composed = (trouble: Trouble | undefined) => Message;

/** Pauses between the attempts at a message that is not answered with 200 (monobank: 60 s, then 600 s). */
export const USUAL_PAUSES: readonly number[] = [60_000, 600_000];

/** Posts messages to the merchant as its faults have it, and again until it answers 200. */
export class Messages {
  /** What the merchant answered, in order; 0: nothing. */
  readonly answers: number[] = [];
  private held: Message | undefined;
  private stopped = false;

  constructor(
    private readonly faults: Faults,
    private readonly pauses: readonly number[],
  ) {}

  /** Done when the merchant has answered the first attempt; later ones go on by themselves. */
  async send(compose: Composed): Promise<void> {
    const fault = this.faults.next("callback");
    if (fault?.what === "lost") return;
    const message = compose(fault?.what);
    if (fault?.what === "late") await pause(fault.ms ?? 1_000);
    // What was held back comes after what followed it.
    if (fault?.what === "reordered") return void (this.held = message);
    await this.post(message);
    if (fault?.what === "twice") await this.post(message);
    const held = this.held;
    this.held = undefined;
    if (held) await this.post(held);
  }

  stop(): void {
    this.stopped = true;
  }

  private async post(message: Message, pauses = this.pauses): Promise<void> {
    if (this.stopped) return;
    const status = await attempt(message);
    this.answers.push(status);
    const [next, ...later] = pauses;
    if (status === 200 || next === undefined) return;
    setTimeout(() => void this.post(message, later), next).unref();
  }
}

async function attempt({ url, headers, body }: Message): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(15_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
