import { type SQL, sql } from "drizzle-orm";

/** Words for an error of a machine: the maker's own for what it sends, else for the standard code; where no standard knows it, what the unit said of it last. */
export const errorText = (device: SQL, code: SQL, raw: SQL): SQL =>
  sql`coalesce(${makersText(device, code, raw)}, case when ${code} is null then ${unitsText(device, raw)} end)`;

const unitsText = (device: SQL, raw: SQL): SQL => sql`(
  select wt.data->>'text' from device_events wt where wt.device_id = ${device} and wt.kind = 'error_opened' and wt.data->>'code' = ${raw} and wt.data->>'text' is not null order by wt.at desc limit 1)`;

const makersText = (device: SQL, code: SQL, raw: SQL): SQL => sql`(
  select w.text from devices wd join device_models wm on wm.id = wd.model_id join manufacturer_errors w on w.manufacturer_id = wm.manufacturer_id
  where wd.id = ${device} and w.code in (${raw}, ${code}) order by w.code = ${raw} desc limit 1)`;

/** Bars of a signal, 0 … 4, by dBm. */
export const bars = (rssi: SQL): SQL =>
  sql`(case when ${rssi} >= -70 then 4 when ${rssi} >= -85 then 3 when ${rssi} >= -100 then 2 when ${rssi} >= -110 then 1 when ${rssi} is not null then 0 end)`;
