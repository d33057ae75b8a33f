import * as calls from "~server/contract/calls/people";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { sightOfGroup, sightOfPerson } from "./sight";

/** What people really see. */
export function answerPeople({ read }: Answers, { pool }: Deps): void {
  read(calls.userSight, ({ param, viewer }) => sightOfPerson(pool, viewer, param("id")));
  read(calls.userGroupSight, ({ param, viewer }) => sightOfGroup(pool, viewer, param("id")));
}
