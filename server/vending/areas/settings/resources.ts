import { sql } from "drizzle-orm";
import { settings, SETTINGS_DEFAULTS } from "~server/contract/entities/settings";
import { everyone } from "../../access";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";

export const settingsResource = defineResource(settings, {
  table: tables.settings,
  visible: everyone,
  computed: { time_zone: () => sql`${SETTINGS_DEFAULTS.timeZone}::text` },
});

// The row is made when the settings are first looked at; until then the defaults hold. One row costs nothing to ask for,
// so it is read where it is needed and a change holds at once.

/** Minutes that a machine's unit may be silent before the machine is offline. */
export const offlineMinutes = sql`coalesce((select s.offline_minutes from settings s), ${SETTINGS_DEFAULTS.offlineMinutes}::integer)`;
export const offlineAfter = sql`make_interval(mins => ${offlineMinutes})`;

/** Days that raw events are kept. */
export const eventDays = sql`coalesce((select s.event_days from settings s), ${SETTINGS_DEFAULTS.eventDays}::integer)`;

/** How long a session lives without being used. */
export const sessionIdle = sql`make_interval(mins => coalesce((select s.session_idle_minutes from settings s), ${SETTINGS_DEFAULTS.sessionIdleMinutes}::integer))`;

/** Rows of a list for who has chosen no number of them. */
export const pageSize = sql`coalesce((select s.page_size from settings s), ${SETTINGS_DEFAULTS.pageSize})::integer`;

/** Kopecks beyond which a refund needs a second person. */
export const refundLimit = sql`coalesce((select s.refund_limit from settings s), ${SETTINGS_DEFAULTS.refundLimit}::bigint)`;

/** Days that a code given for a refund may be used. */
export const voucherDays = sql`coalesce((select s.voucher_days from settings s), ${SETTINGS_DEFAULTS.voucherDays}::integer)`;

/** Whether a route sheet is approved by another person than its author. */
export const sheetsNeedSecond = sql`coalesce((select s.sheets_need_second from settings s), false)`;

/** Whether drafts of tomorrow's route sheets are written in the evening. */
export const sheetsNightly = sql`coalesce((select s.sheets_nightly from settings s), false)`;
