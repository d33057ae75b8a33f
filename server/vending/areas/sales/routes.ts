import { z } from "zod";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import { invalid } from "../../fault";
import { type App, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import { deviceResource } from "../objects/resources";
import { dashboardOf } from "../dashboard/dashboard";
import { deviceSales, salesAggregated, salesByQr, salesListed } from "./device";

/** Longest span that a machine's sales are given for, days. */
const LONGEST_DAYS = 400;

const span = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(
    ({ from, to }) => !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < LONGEST_DAYS * 86_400_000),
    { path: ["to"] },
  );

function spanOf(c: Call): z.infer<typeof span> {
  const parsed = span.safeParse({ from: c.req.query("from") || undefined, to: c.req.query("to") || undefined });
  if (!parsed.success)
    throw invalid(
      Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), [{ key: "incorrect" }]])),
    );
  return parsed.data;
}

const listed = z.object({
  source: z.enum(PAYMENT_SOURCES).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});

/** `GET /dashboard` for everybody signed in; `GET /devices/{id}/sales`, `…/sales/list`, `…/sales/aggregated` and `…/sales/qr` for who may see the machine. */
export function mountSales(app: App, { pool }: Deps): void {
  const deviceOf = async (c: Call) =>
    (await readRecord(pool, deviceResource, require(c, [deviceResource.entity.permission]), idParam(c))).id;
  const path = "/devices/:id{[0-9]+}/sales";

  app.get("/dashboard", async (c) => ok(c, await dashboardOf(pool, require(c, "login"))));
  app.get(path, async (c) => ok(c, await deviceSales(pool, await deviceOf(c), spanOf(c))));
  app.get(`${path}/list`, async (c) =>
    ok(c, await salesListed(pool, await deviceOf(c), spanOf(c), listed.parse(c.req.query()))),
  );
  app.get(`${path}/aggregated`, async (c) => ok(c, await salesAggregated(pool, await deviceOf(c), spanOf(c))));
  app.get(`${path}/qr`, async (c) => ok(c, await salesByQr(pool, await deviceOf(c), spanOf(c))));
}
