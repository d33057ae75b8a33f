import { type SQL, sql } from "drizzle-orm";

/** The maker's own words for an error of a machine: for what it sends, else for the standard code. */
export const errorText = (device: SQL, code: SQL, raw: SQL): SQL => sql`(
  select w.text from devices wd join device_models wm on wm.id = wd.model_id join manufacturer_errors w on w.manufacturer_id = wm.manufacturer_id
  where wd.id = ${device} and w.code in (${raw}, ${code}) order by w.code = ${raw} desc limit 1)`;

/** Bars of a signal, 0 … 4, by dBm. */
export const bars = (rssi: SQL): SQL => sql`(case when ${rssi} >= -70 then 4 when ${rssi} >= -85 then 3 when ${rssi} >= -100 then 2 when ${rssi} >= -110 then 1 when ${rssi} is not null then 0 end)`;
