CREATE TABLE "days_by_placement" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"placement_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"territory_id" integer NOT NULL,
	"work_seconds" integer DEFAULT 0 NOT NULL,
	"known_seconds" integer DEFAULT 0 NOT NULL,
	"offline_seconds" integer DEFAULT 0 NOT NULL,
	"dark_seconds" integer DEFAULT 0 NOT NULL,
	"error_seconds" integer DEFAULT 0 NOT NULL,
	"blocking_seconds" integer DEFAULT 0 NOT NULL,
	"down_seconds" integer DEFAULT 0 NOT NULL,
	"work_days" integer DEFAULT 0 NOT NULL,
	"idle_days" integer DEFAULT 0 NOT NULL,
	"lost_thousandths" integer DEFAULT 0 NOT NULL,
	"lost_amount" bigint DEFAULT 0 NOT NULL,
	"services" integer DEFAULT 0 NOT NULL,
	"fills" integer DEFAULT 0 NOT NULL,
	"cleanings" integer DEFAULT 0 NOT NULL,
	"other_services" integer DEFAULT 0 NOT NULL,
	"gaps" integer DEFAULT 0 NOT NULL,
	"gap_days" integer DEFAULT 0 NOT NULL,
	"gap_vends" integer DEFAULT 0 NOT NULL,
	"collections" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"expected" integer DEFAULT 0 NOT NULL,
	"weighed" integer DEFAULT 0 NOT NULL,
	"collected" bigint DEFAULT 0 NOT NULL,
	"expected_amount" bigint DEFAULT 0 NOT NULL,
	"collected_difference" bigint DEFAULT 0 NOT NULL,
	"audit_difference" bigint DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"on_site_seconds" integer DEFAULT 0 NOT NULL,
	"sheets_completed" integer DEFAULT 0 NOT NULL,
	"sheets_partly" integer DEFAULT 0 NOT NULL,
	"offline_count" integer DEFAULT 0 NOT NULL,
	"power_cuts" integer DEFAULT 0 NOT NULL,
	"door_openings" integer DEFAULT 0 NOT NULL,
	"errors_payment" integer DEFAULT 0 NOT NULL,
	"errors_cups" integer DEFAULT 0 NOT NULL,
	"errors_drinks" integer DEFAULT 0 NOT NULL,
	"errors_water" integer DEFAULT 0 NOT NULL,
	"errors_goods" integer DEFAULT 0 NOT NULL,
	"errors_cooling" integer DEFAULT 0 NOT NULL,
	"errors_control" integer DEFAULT 0 NOT NULL,
	"errors_others" integer DEFAULT 0 NOT NULL,
	"repairs" integer DEFAULT 0 NOT NULL,
	"repair_seconds" bigint DEFAULT 0 NOT NULL,
	"hour_0" integer DEFAULT 0 NOT NULL,
	"hour_1" integer DEFAULT 0 NOT NULL,
	"hour_2" integer DEFAULT 0 NOT NULL,
	"hour_3" integer DEFAULT 0 NOT NULL,
	"hour_4" integer DEFAULT 0 NOT NULL,
	"hour_5" integer DEFAULT 0 NOT NULL,
	"hour_6" integer DEFAULT 0 NOT NULL,
	"hour_7" integer DEFAULT 0 NOT NULL,
	"hour_8" integer DEFAULT 0 NOT NULL,
	"hour_9" integer DEFAULT 0 NOT NULL,
	"hour_10" integer DEFAULT 0 NOT NULL,
	"hour_11" integer DEFAULT 0 NOT NULL,
	"hour_12" integer DEFAULT 0 NOT NULL,
	"hour_13" integer DEFAULT 0 NOT NULL,
	"hour_14" integer DEFAULT 0 NOT NULL,
	"hour_15" integer DEFAULT 0 NOT NULL,
	"hour_16" integer DEFAULT 0 NOT NULL,
	"hour_17" integer DEFAULT 0 NOT NULL,
	"hour_18" integer DEFAULT 0 NOT NULL,
	"hour_19" integer DEFAULT 0 NOT NULL,
	"hour_20" integer DEFAULT 0 NOT NULL,
	"hour_21" integer DEFAULT 0 NOT NULL,
	"hour_22" integer DEFAULT 0 NOT NULL,
	"hour_23" integer DEFAULT 0 NOT NULL,
	"longest_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "days_by_placement_key" UNIQUE("step","from_day","placement_id")
);
--> statement-breakpoint
CREATE TABLE "days_by_territory" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"territory_id" integer NOT NULL,
	"work_seconds" bigint DEFAULT 0 NOT NULL,
	"known_seconds" bigint DEFAULT 0 NOT NULL,
	"offline_seconds" bigint DEFAULT 0 NOT NULL,
	"dark_seconds" bigint DEFAULT 0 NOT NULL,
	"error_seconds" bigint DEFAULT 0 NOT NULL,
	"blocking_seconds" bigint DEFAULT 0 NOT NULL,
	"down_seconds" bigint DEFAULT 0 NOT NULL,
	"work_days" integer DEFAULT 0 NOT NULL,
	"idle_days" integer DEFAULT 0 NOT NULL,
	"lost_thousandths" bigint DEFAULT 0 NOT NULL,
	"lost_amount" bigint DEFAULT 0 NOT NULL,
	"services" integer DEFAULT 0 NOT NULL,
	"fills" integer DEFAULT 0 NOT NULL,
	"cleanings" integer DEFAULT 0 NOT NULL,
	"other_services" integer DEFAULT 0 NOT NULL,
	"gaps" integer DEFAULT 0 NOT NULL,
	"gap_days" integer DEFAULT 0 NOT NULL,
	"gap_vends" integer DEFAULT 0 NOT NULL,
	"collections" integer DEFAULT 0 NOT NULL,
	"counted" integer DEFAULT 0 NOT NULL,
	"expected" integer DEFAULT 0 NOT NULL,
	"weighed" integer DEFAULT 0 NOT NULL,
	"collected" bigint DEFAULT 0 NOT NULL,
	"expected_amount" bigint DEFAULT 0 NOT NULL,
	"collected_difference" bigint DEFAULT 0 NOT NULL,
	"audit_difference" bigint DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"on_site_seconds" bigint DEFAULT 0 NOT NULL,
	"sheets_completed" integer DEFAULT 0 NOT NULL,
	"sheets_partly" integer DEFAULT 0 NOT NULL,
	"offline_count" integer DEFAULT 0 NOT NULL,
	"power_cuts" integer DEFAULT 0 NOT NULL,
	"door_openings" integer DEFAULT 0 NOT NULL,
	"errors_payment" integer DEFAULT 0 NOT NULL,
	"errors_cups" integer DEFAULT 0 NOT NULL,
	"errors_drinks" integer DEFAULT 0 NOT NULL,
	"errors_water" integer DEFAULT 0 NOT NULL,
	"errors_goods" integer DEFAULT 0 NOT NULL,
	"errors_cooling" integer DEFAULT 0 NOT NULL,
	"errors_control" integer DEFAULT 0 NOT NULL,
	"errors_others" integer DEFAULT 0 NOT NULL,
	"repairs" integer DEFAULT 0 NOT NULL,
	"repair_seconds" bigint DEFAULT 0 NOT NULL,
	"hour_0" integer DEFAULT 0 NOT NULL,
	"hour_1" integer DEFAULT 0 NOT NULL,
	"hour_2" integer DEFAULT 0 NOT NULL,
	"hour_3" integer DEFAULT 0 NOT NULL,
	"hour_4" integer DEFAULT 0 NOT NULL,
	"hour_5" integer DEFAULT 0 NOT NULL,
	"hour_6" integer DEFAULT 0 NOT NULL,
	"hour_7" integer DEFAULT 0 NOT NULL,
	"hour_8" integer DEFAULT 0 NOT NULL,
	"hour_9" integer DEFAULT 0 NOT NULL,
	"hour_10" integer DEFAULT 0 NOT NULL,
	"hour_11" integer DEFAULT 0 NOT NULL,
	"hour_12" integer DEFAULT 0 NOT NULL,
	"hour_13" integer DEFAULT 0 NOT NULL,
	"hour_14" integer DEFAULT 0 NOT NULL,
	"hour_15" integer DEFAULT 0 NOT NULL,
	"hour_16" integer DEFAULT 0 NOT NULL,
	"hour_17" integer DEFAULT 0 NOT NULL,
	"hour_18" integer DEFAULT 0 NOT NULL,
	"hour_19" integer DEFAULT 0 NOT NULL,
	"hour_20" integer DEFAULT 0 NOT NULL,
	"hour_21" integer DEFAULT 0 NOT NULL,
	"hour_22" integer DEFAULT 0 NOT NULL,
	"hour_23" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "days_by_territory_key" UNIQUE("step","from_day","territory_id")
);
--> statement-breakpoint
CREATE TABLE "machine_days_due" (
	"device_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_profiles" ADD COLUMN "price" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "days_by_placement_device_idx" ON "days_by_placement" USING btree ("device_id","from_day") WHERE "days_by_placement"."step" = 'day';--> statement-breakpoint
CREATE INDEX "days_by_placement_territory_idx" ON "days_by_placement" USING btree ("territory_id","from_day") WHERE "days_by_placement"."step" = 'day';
--> statement-breakpoint
-- own
ALTER TABLE days_by_placement SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE days_by_territory SET (fillfactor = 80);
--> statement-breakpoint
-- The days of a machine that changed.
CREATE FUNCTION due_of_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT device_id, day, day FROM gone; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO machine_days_due SELECT device_id, day, day FROM fresh; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON device_days REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON device_days REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON device_days REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON audit_differences REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON audit_differences REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON audit_differences REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
-- A collection says what came in since the one before it, an audit what was in the box of the next: whatever came later may have changed.
CREATE FUNCTION due_since_cash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(at)), 'infinity' FROM gone GROUP BY 1; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(at)), 'infinity' FROM fresh GROUP BY 1; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON cash_collections REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_cash();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON cash_collections REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_cash();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON cash_collections REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_since_cash();--> statement-breakpoint
CREATE FUNCTION due_since_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(to_at) - interval '10 minutes'), 'infinity' FROM gone WHERE to_at IS NOT NULL GROUP BY 1; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(to_at) - interval '10 minutes'), 'infinity' FROM fresh WHERE to_at IS NOT NULL GROUP BY 1; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON audit_reads REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_read();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON audit_reads REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_read();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON audit_reads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_since_read();--> statement-breakpoint
-- Wherever a machine stands otherwise than it did, its days since then belong elsewhere.
CREATE FUNCTION due_since_placement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(from_at)), 'infinity' FROM gone GROUP BY 1; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO machine_days_due SELECT device_id, kyiv_day(min(from_at)), 'infinity' FROM fresh GROUP BY 1; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON placements REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_placement();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON placements REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_since_placement();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON placements REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_since_placement();--> statement-breakpoint
-- Visits are of the day on which they ended.
CREATE FUNCTION due_of_stops() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT DISTINCT device_id, kyiv_day(served_at), kyiv_day(served_at) FROM gone WHERE served_at IS NOT NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO machine_days_due SELECT DISTINCT device_id, kyiv_day(served_at), kyiv_day(served_at) FROM fresh WHERE served_at IS NOT NULL;
    INSERT INTO machine_days_due SELECT t.device_id, s.day, s.day FROM route_sheets s JOIN route_sheet_stops t ON t.sheet_id = s.id
      WHERE s.status IN ('COMPLETED', 'PARTLY_COMPLETED') AND s.id IN (SELECT sheet_id FROM fresh);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON route_sheet_stops REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_stops();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON route_sheet_stops REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_stops();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON route_sheet_stops REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_of_stops();--> statement-breakpoint
-- A sheet that ends is of its day.
CREATE FUNCTION due_of_sheets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO machine_days_due SELECT d, day, day FROM gone, unnest(devices) d WHERE status IN ('COMPLETED', 'PARTLY_COMPLETED'); END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO machine_days_due SELECT t.device_id, s.day, s.day FROM fresh s JOIN route_sheet_stops t ON t.sheet_id = s.id WHERE s.status IN ('COMPLETED', 'PARTLY_COMPLETED');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON route_sheets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_sheets();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON route_sheets REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_sheets();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON route_sheets REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_of_sheets();--> statement-breakpoint
-- A usual week is that of the eight weeks before it was made: what was lost in them is counted by it, what was lost earlier as it was.
CREATE FUNCTION due_of_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO machine_days_due SELECT d.device_id, d.day, d.day FROM fresh f JOIN device_days d ON d.device_id = f.device_id
    WHERE d.day > kyiv_day(now()) - 56 AND d.down_by_hour IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_insert AFTER INSERT ON device_profiles REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_profile();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON device_profiles REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_profile();--> statement-breakpoint
-- What a vend brought, on average over the weeks that a usual week was made of.
UPDATE device_profiles p SET price = round(s.amount / s.count) FROM (
  SELECT device_id, sum(amount) AS amount, nullif(sum(cash + cashless + other), 0) AS count FROM sales_by_device_hour
  WHERE hour > now() - interval '56 days' GROUP BY 1) s WHERE s.device_id = p.device_id AND s.count > 0;
--> statement-breakpoint
-- Folded when the service starts.
INSERT INTO machine_days_due SELECT id, '-infinity', 'infinity' FROM devices;
