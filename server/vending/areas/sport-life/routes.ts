import * as calls from "~server/contract/calls/sport-life";
import { blockedBody, employeesBody } from "~server/contract/sport-life";
import type { Answers } from "../../answers";
import { transaction } from "../../database/query";
import { type Deps, jsonBody } from "../../http";
import { guarded } from "../../resource/guarded";
import { refuseFaults } from "../../resource/import";
import { resourceNamed } from "../../resource/resource";
import { blockByNumber, employeesOf } from "./employees-of-partner";
import { saveEmployees } from "./employees";
import type { Partner } from "./partner";

/** What a company's partner does with the company's employees. */
export function answerPartners({ partners }: Answers, { pool }: Deps): void {
  partners.read(calls.partnerEmployees, ({ partner, query }) => employeesOf(pool, partner.company, query));
  partners.upload(calls.putEmployees, async ({ partner, bytes }) => {
    const { employees } = jsonBody(await bytes(), employeesBody);
    const numbered = employees.map((row, index) => ({ row, index }));
    return guarded(resourceNamed("sport_life_key"), () =>
      transaction(pool, async (tx) => {
        const teller = { author: authorOf(partner), company: partner.company, ofAll: false };
        const { faults, counts } = await saveEmployees(tx, teller, numbered);
        refuseFaults("employees", faults);
        return counts;
      }),
    );
  });
  partners.upload(calls.blockEmployees, async ({ partner, bytes }) => {
    const { numbers } = jsonBody(await bytes(), blockedBody);
    return transaction(pool, (tx) => blockByNumber(tx, authorOf(partner), partner.company, numbers));
  });
}

/** As histories name it: no person, and not the company's people either. */
const authorOf = ({ name }: Partner) => ({ id: null, full_name: `${name} (API)` });
