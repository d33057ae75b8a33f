CREATE TABLE "device_days" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"work_seconds" integer DEFAULT 0 NOT NULL,
	"known_seconds" integer DEFAULT 0 NOT NULL,
	"offline_seconds" integer DEFAULT 0 NOT NULL,
	"dark_seconds" integer DEFAULT 0 NOT NULL,
	"error_seconds" integer DEFAULT 0 NOT NULL,
	"blocking_seconds" integer DEFAULT 0 NOT NULL,
	"down_seconds" integer DEFAULT 0 NOT NULL,
	"down_by_hour" integer[],
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
	"longest_seconds" integer DEFAULT 0 NOT NULL,
	"repairs" integer DEFAULT 0 NOT NULL,
	"repair_seconds" bigint DEFAULT 0 NOT NULL,
	"services" integer DEFAULT 0 NOT NULL,
	"fills" integer DEFAULT 0 NOT NULL,
	"cleanings" integer DEFAULT 0 NOT NULL,
	"other_services" integer DEFAULT 0 NOT NULL,
	"ends" jsonb NOT NULL,
	CONSTRAINT "device_days_device_id_day_pk" PRIMARY KEY("device_id","day")
);
--> statement-breakpoint
CREATE TABLE "device_days_due" (
	"device_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_days" ADD CONSTRAINT "device_days_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_days_day_idx" ON "device_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "device_days_services_idx" ON "device_days" USING btree ("device_id","day") WHERE "device_days"."services" > 0;--> statement-breakpoint
-- own
-- Today's rows are written again and again.
ALTER TABLE device_days SET (fillfactor = 80);
--> statement-breakpoint
-- What machines' days are made of: `DAY_KINDS` of areas/fleet/standing.ts.
CREATE FUNCTION due_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_days_due SELECT device_id, min(at) FROM fresh
    WHERE kind IN ('online', 'offline', 'power_lost', 'power_restored', 'door_opened', 'error_opened', 'error_closed', 'maintenance') GROUP BY device_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_days AFTER INSERT ON device_events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_days();
--> statement-breakpoint
-- Whether a machine is in work holds from a moment, too; what is there already was always so.
CREATE FUNCTION hold_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF hold('device', NEW.id, 'in_work', NEW.in_work::integer) AND TG_OP = 'UPDATE' THEN
    INSERT INTO device_days_due VALUES (NEW.id, holds_from());
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER hold_work AFTER INSERT OR UPDATE OF in_work ON devices FOR EACH ROW EXECUTE FUNCTION hold_work();
--> statement-breakpoint
INSERT INTO held_facts SELECT 'device', d.id, 'in_work', '-infinity', d.in_work::integer FROM devices d;
--> statement-breakpoint
-- What was online before its first news that is still there has been so since its first event; what has no such news is as it has been.
INSERT INTO device_events (telemetry_id, id, device_id, at, received_at, kind)
  SELECT 0, gen_random_uuid(), s.device_id, m.at, m.at, CASE WHEN f.kind IS NOT NULL OR s.online THEN 'online' ELSE 'offline' END
  FROM device_states s
    LEFT JOIN LATERAL (
      SELECT e.kind, e.at FROM device_events e WHERE e.device_id = s.device_id AND e.kind IN ('online', 'offline') ORDER BY e.at LIMIT 1) f ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN f.kind IS NULL THEN s.online_since
        ELSE least((SELECT min(e.at) FROM device_events e WHERE e.device_id = s.device_id), f.at - interval '1 minute') END AS at) m
  WHERE s.online_since IS NOT NULL AND f.kind IS DISTINCT FROM 'online';
