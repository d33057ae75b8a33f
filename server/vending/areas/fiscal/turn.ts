import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { run } from "../../database/query";
import type { Checkbox } from "./checkbox";
import { nextStep } from "./decide";
import { type Ended, type Held, hold, isWell, LeaseLost, orderByClock, release, situationOf } from "./desk";
import { CheckboxBusy, CheckboxRefused, type Line } from "./http";
import { perform, refreshShift } from "./operate";
import { sendReceipt } from "./send";
import { DeskIncomplete, openDesk } from "./session";
import { deskHours } from "./settings";
import { isTrouble, NotYet, wordsOf } from "./trouble";

/** So long a desk is worked on before others have their turn. */
const TURN_MS = 20_000;
/** Whatever is written says that the desk is still ours; so often at least the others are told. */
const HOLD_EVERY_MS = 15_000;

/** Works on a desk that this worker holds until there is nothing to do, something goes wrong, or its time is over. */
export async function takeTurn(pool: Pool, line: Line, held: Held, stopped: AbortSignal): Promise<void> {
  const ended = await work(pool, line, held, stopped).catch((error: unknown) => endedBy(error));
  if (ended) await release(pool, held, ended);
}

async function work(pool: Pool, line: Line, held: Held, stopped: AbortSignal): Promise<Ended> {
  const until = Date.now() + TURN_MS;
  const hours = await deskHours(pool);
  let heldAt = Date.now();
  let checkbox: Checkbox | undefined;
  let worked = false;
  while (!stopped.aborted && Date.now() < until) {
    if (Date.now() - heldAt > HOLD_EVERY_MS) {
      await hold(pool, held);
      heldAt = Date.now();
    }
    const situation = await situationOf(pool, held, hours);
    const step = nextStep(situation);
    if (typeof step === "object") {
      // The shift's sums follow what was sent in it; a desk that was idle may have been closed by somebody else.
      if (situation.shift && (worked || (await isStale(pool, situation.shift.id))))
        await refreshShift(pool, held, (checkbox ??= await openDesk(pool, held.desk, line)));
      return step;
    }
    if (step === "open" || step === "close") await orderByClock(pool, held, step);
    else {
      checkbox ??= await connect(pool, line, held, situation.operation?.id);
      const { operation, receipt } = situation;
      if (step === "operation" && operation) await perform({ pool, held, checkbox, line, operation });
      else if (receipt) await sendReceipt(pool, held, checkbox, line, receipt);
      if (situation.failures) await isWell(pool, held);
      worked = true;
    }
  }
  return {};
}

/** What a desk lacks is the answer to what a person asked for. */
async function connect(pool: Pool, line: Line, held: Held, operation: number | undefined): Promise<Checkbox> {
  try {
    return await openDesk(pool, held.desk, line);
  } catch (error) {
    if (operation !== undefined && error instanceof DeskIncomplete)
      await run(
        pool,
        sql`update fiscal_operations set state = 'error', error = ${error.message}, done_at = clock_timestamp() where id = ${operation} and author_id is not null`,
      );
    throw error;
  }
}

const isStale = async (pool: Pool, shift: string): Promise<boolean> =>
  (await run(
    pool,
    sql`select 1 from fiscal_shifts where id = ${shift} and refreshed_at < clock_timestamp() - interval '5 minutes'`,
  )) > 0;

/** Undefined: the desk is somebody else's now, and nothing of it is ours to write. */
function endedBy(error: unknown): Ended | undefined {
  if (error instanceof LeaseLost) return undefined;
  if (error instanceof NotYet) return { rest: 1 };
  if (!isTrouble(error)) console.error(error);
  return {
    error: wordsOf(error),
    busy: error instanceof CheckboxBusy ? error.seconds : error instanceof CheckboxRefused ? 5 : 0,
  };
}
