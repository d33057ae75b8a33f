import type { Pool } from "pg";
import { confirmBody, passwordBody, type SecondFactor } from "~server/contract/second-factor";
import type { Viewer } from "../../access";
import { type Db, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { type App, body, type Call, ok, require } from "../../http";
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
export function mountSecondFactor(app: App, pool: Pool, throttle: Throttle): void {
  /** The person, once more by their password: an unguarded browser is not enough. */
  async function confirmed(c: Call): Promise<Viewer> {
    const viewer = require(c, "login");
    const { current_password } = await body(c, passwordBody);
    await confirmPassword(pool, throttle, viewer.id, current_password);
    return viewer;
  }

  app.get("/profile/second_factor", async (c) => {
    const { id } = require(c, "login");
    return ok<SecondFactor>(c, { ...(await secondFactorOf(pool, id)), pending: await pendingSecret(pool, id) });
  });
  app.post("/profile/second_factor/begin", async (c) => {
    const { id } = await confirmed(c);
    await beginSecondFactor(pool, id);
    return ok(c, {});
  });
  app.post("/profile/second_factor/confirm", async (c) => {
    const viewer = require(c, "login");
    const { code } = await body(c, confirmBody);
    const right = await throttle.guess({ code: viewer.id }, () =>
      transaction(pool, async (tx) => {
        const { enabled } = await secondFactorOf(tx, viewer.id);
        if (!(await confirmSecondFactor(tx, viewer.id, code))) return undefined;
        // Other sign-ins took one step alone.
        await revokeTokens(tx, viewer.id, "session_ended", c.get("tokenHash"));
        await note(tx, viewer, enabled, true);
        return newRecoveryCodes(tx, viewer.id);
      }),
    );
    if (!right) throw invalid({ code: [{ key: "wrong_code" }] });
    return ok(c, { recovery_codes: right });
  });
  app.post("/profile/second_factor/recovery_codes", async (c) => {
    const { id } = await confirmed(c);
    if (!(await secondFactorOf(pool, id)).enabled) throw new Fault(409, "already_done");
    return ok(c, { recovery_codes: await transaction(pool, (tx) => newRecoveryCodes(tx, id)) });
  });
  app.post("/profile/second_factor/off", async (c) => {
    const viewer = await confirmed(c);
    const { enabled, required } = await secondFactorOf(pool, viewer.id);
    if (required) throw new Fault(422, "second_factor_required");
    await transaction(pool, async (tx) => {
      await removeSecondFactor(tx, viewer.id);
      await note(tx, viewer, enabled, false);
    });
    return ok(c, {});
  });
}

/** History tells since when a person signs in with two steps. */
async function note(tx: Db, viewer: Viewer, was: boolean, is: boolean): Promise<void> {
  const { id } = viewer;
  const changes = changesBetween(userResource, { id, second_factor: was }, { id, second_factor: is }, []);
  if (changes.length) await record(tx, userResource, id, viewer, "update", changes);
}
