import { z } from "zod";
import { invalid } from "../../fault";
import { type App, type Call, type Deps, idParam, ok, require } from "../../http";
import { registry } from "../../registry";
import { readRecord } from "../../resource/read";
import { deviceResource } from "../objects/resources";
import { dashboardOf, deviceSales } from "./figures";

/** Longest span that a machine's sales are given for, days. */
const LONGEST_DAYS = 400;

const span = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < LONGEST_DAYS * 86_400_000), { path: ["to"] });

function spanOf(c: Call): z.infer<typeof span> {
  const parsed = span.safeParse({ from: c.req.query("from") || undefined, to: c.req.query("to") || undefined });
  if (!parsed.success) throw invalid(Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), [{ key: "incorrect" }]])));
  return parsed.data;
}

/** `GET /dashboard` for everybody signed in, `GET /devices/{id}/sales` for who may see the machine. */
export function mountSales(app: App, { pool }: Deps): void {
  app.get("/dashboard", async (c) => ok(c, await dashboardOf(pool, require(c, "login"))));
  app.get("/devices/:id{[0-9]+}/sales", async (c) => {
    const device = await readRecord(pool, registry, deviceResource, require(c, [deviceResource.entity.permission]), idParam(c));
    return ok(c, await deviceSales(pool, device.id, spanOf(c)));
  });
}
