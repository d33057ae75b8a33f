import { type SQL, sql } from "drizzle-orm";
import { ALERTS_SEEN } from "~server/contract/alerts";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement } from "~server/contract/entity";
import { allowed, type Requirement } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import { isUnlimited, visibleDevices, type Viewer, type Visibility } from "./access";
import { allOf, always, anyOf, never } from "./database/query";

const BESIDES: Readonly<Record<"desk" | "payment", Requirement>> = {
  desk: listRequirement(fiscalCashier),
  payment: onlinePayments.needs,
};

/** Alerts `a` of which the viewer may see a machine; those of desks and providers are the whole company's. */
export const visibleAlerts: Visibility = (viewer, a) =>
  allowed(viewer, ALERTS_SEEN)
    ? anyOf([
        allOf([
          sql`${a}.cause not in ('desk', 'payment')`,
          isUnlimited(viewer)
            ? always
            : sql`exists (select 1 from alert_signals g where g.alert_id = ${a}.id and ${visibleSignals(viewer, sql`g`)})`,
        ]),
        ...(["desk", "payment"] as const)
          .filter((cause) => isUnlimited(viewer) && allowed(viewer, BESIDES[cause]))
          .map((cause): SQL => sql`${a}.cause = ${cause}`),
      ])
    : never;

/** Of an alert that the viewer may see, what they may know of: its machines in their sight. */
export const visibleSignals = (viewer: Viewer, g: SQL): SQL =>
  isUnlimited(viewer)
    ? always
    : sql`exists (select 1 from devices vd where vd.id = ${g}.device_id and ${visibleDevices(viewer, sql`vd`)})`;
