import { z } from "zod";
import { read } from "../call";
import { keyClient } from "../entities/key_clients";
import { listRequirement } from "../entity";
import { bonusesQuery, bonusesSchema, keyClientBalancesSchema, statementQuery } from "../key-clients";
import { reportSchema } from "../reports/answer";

const ofClient = { needs: listRequirement(keyClient), about: keyClient };

export const keyClientStatement = read({
  ...ofClient,
  path: "/key_clients/{id}/statement",
  query: statementQuery,
  does: "By key what a client's keys had, what moved while they were the client's, and what they had then, 500 a page with the totals of all",
  answer: reportSchema,
  refuses: [422],
});
export const keyClientBalances = read({
  ...ofClient,
  path: "/key_clients/{id}/balances",
  query: z.object({}),
  does: "How many keys a client has, and what is on all of them",
  answer: keyClientBalancesSchema,
});
export const keyClientBonuses = read({
  ...ofClient,
  path: "/key_clients/{id}/bonuses",
  query: bonusesQuery,
  does: "Which key earned which bonus of a program and when, the latest first, 50 a page; of one program where it is named",
  answer: bonusesSchema,
});
