import { afterAll, expect, it } from "vitest";
import { REPORTS } from "~server/contract/reports";
import { sortsOf } from "~server/contract/entity";
import { testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

it.each(REPORTS.map((report) => [report.name, report] as const))(
  "%s is answered in every order, compared or not",
  async (name, report) => {
    for (const sort of sortsOf(report))
      for (const compare of ["", "before", "year"]) {
        const reply = await root.get(`/reports/${name}?${new URLSearchParams({ sort, compare })}`);
        expect([sort, compare, reply.status, reply.error]).toEqual([sort, compare, 200, null]);
      }
  },
);
