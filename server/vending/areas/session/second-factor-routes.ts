import type { Pool } from "pg";
import * as calls from "~server/contract/calls/session";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { type Db, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { changesBetween, record } from "../../resource/history";
import { userResource } from "../people/resources";
import { confirmPassword } from "./password";
import {
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  pendingSecret,
  removeSecondFactor,
  secondFactorOf,
} from "./second-factor";
import type { Throttle } from "./throttle";
import { revokeTokens } from "./tokens";

/** The calls by which a signed-in person sets up the second step of signing in, for themselves. */
export function answerSecondFactor({ read, change }: Answers, pool: Pool, throttle: Throttle): void {
  read(calls.secondFactor, async ({ viewer: { id } }) => ({
    ...(await secondFactorOf(pool, id)),
    pending: await pendingSecret(pool, id),
  }));
  change(calls.beginSecondFactor, async ({ viewer: { id }, form }) => {
    await confirmPassword(pool, throttle, id, form.current_password);
    await beginSecondFactor(pool, id);
    return {};
  });
  change(calls.confirmSecondFactor, async ({ viewer, tokenHash, form }) => {
    const right = await throttle.guess({ code: viewer.id }, () =>
      transaction(pool, async (tx) => {
        const { enabled } = await secondFactorOf(tx, viewer.id);
        if (!(await confirmSecondFactor(tx, viewer.id, form.code))) return undefined;
        // Other sign-ins took one step alone.
        await revokeTokens(tx, viewer.id, "session_ended", tokenHash);
        await note(tx, viewer, enabled, true);
        return newRecoveryCodes(tx, viewer.id);
      }),
    );
    if (!right) throw invalid({ code: [{ key: "wrong_code" }] });
    return { recovery_codes: right };
  });
  change(calls.newRecoveryCodes, async ({ viewer: { id }, form }) => {
    await confirmPassword(pool, throttle, id, form.current_password);
    if (!(await secondFactorOf(pool, id)).enabled) throw new Fault(409, "already_done");
    return { recovery_codes: await transaction(pool, (tx) => newRecoveryCodes(tx, id)) };
  });
  change(calls.secondFactorOff, async ({ viewer, form }) => {
    await confirmPassword(pool, throttle, viewer.id, form.current_password);
    const { enabled, required } = await secondFactorOf(pool, viewer.id);
    if (required) throw new Fault(422, "second_factor_required");
    await transaction(pool, async (tx) => {
      await removeSecondFactor(tx, viewer.id);
      await note(tx, viewer, enabled, false);
    });
    return {};
  });
}

/** History tells since when a person signs in with two steps. */
async function note(tx: Db, viewer: Viewer, was: boolean, is: boolean): Promise<void> {
  const { id } = viewer;
  const changes = changesBetween(userResource, { id, second_factor: was }, { id, second_factor: is }, []);
  if (changes.length) await record(tx, userResource, id, viewer, "update", changes);
}
