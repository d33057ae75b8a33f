CREATE TABLE "first_visits" (
	"device_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"fault" text NOT NULL,
	"day" date NOT NULL,
	"failed_at" timestamp with time zone,
	"settled" boolean NOT NULL,
	CONSTRAINT "first_visits_device_id_at_fault_pk" PRIMARY KEY("device_id","at","fault")
);
--> statement-breakpoint
CREATE TABLE "crew_figures" (
	"crew_id" integer PRIMARY KEY NOT NULL,
	"until" date NOT NULL,
	"available_30_days" numeric(5, 2),
	"failed_share_30_days" numeric(5, 2),
	"repair_time_30_days" bigint,
	"first_fix_30_days" numeric(5, 2),
	"lost_30_days" bigint,
	"visited" numeric(8, 1)
);
--> statement-breakpoint
CREATE TABLE "device_figures" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"until" date NOT NULL,
	"available_30_days" numeric(5, 2),
	"failed_share_30_days" numeric(5, 2),
	"repair_time_30_days" bigint,
	"first_fix_30_days" numeric(5, 2),
	"lost_30_days" bigint,
	"visited" numeric(8, 1)
);
--> statement-breakpoint
CREATE TABLE "location_figures" (
	"location_id" integer PRIMARY KEY NOT NULL,
	"until" date NOT NULL,
	"available_30_days" numeric(5, 2),
	"failed_share_30_days" numeric(5, 2),
	"repair_time_30_days" bigint,
	"first_fix_30_days" numeric(5, 2),
	"lost_30_days" bigint,
	"visited" numeric(8, 1)
);
--> statement-breakpoint
ALTER TABLE "days_by_placement" ADD COLUMN "first_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "days_by_placement" ADD COLUMN "first_fixes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "days_by_territory" ADD COLUMN "first_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "days_by_territory" ADD COLUMN "first_fixes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "first_visits" ADD CONSTRAINT "first_visits_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_figures" ADD CONSTRAINT "crew_figures_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_figures" ADD CONSTRAINT "device_figures_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_figures" ADD CONSTRAINT "location_figures_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "first_visits_open_idx" ON "first_visits" USING btree ("at") WHERE not "first_visits"."settled";--> statement-breakpoint
CREATE INDEX "crew_figures_available_idx" ON "crew_figures" USING btree ("available_30_days","crew_id");--> statement-breakpoint
CREATE INDEX "crew_figures_failed_share_idx" ON "crew_figures" USING btree ("failed_share_30_days","crew_id");--> statement-breakpoint
CREATE INDEX "crew_figures_repair_time_idx" ON "crew_figures" USING btree ("repair_time_30_days","crew_id");--> statement-breakpoint
CREATE INDEX "crew_figures_first_fix_idx" ON "crew_figures" USING btree ("first_fix_30_days","crew_id");--> statement-breakpoint
CREATE INDEX "crew_figures_lost_idx" ON "crew_figures" USING btree ("lost_30_days","crew_id");--> statement-breakpoint
CREATE INDEX "crew_figures_visited_idx" ON "crew_figures" USING btree ((- "visited"),"crew_id");--> statement-breakpoint
CREATE INDEX "device_figures_available_idx" ON "device_figures" USING btree ("available_30_days","device_id");--> statement-breakpoint
CREATE INDEX "device_figures_failed_share_idx" ON "device_figures" USING btree ("failed_share_30_days","device_id");--> statement-breakpoint
CREATE INDEX "device_figures_repair_time_idx" ON "device_figures" USING btree ("repair_time_30_days","device_id");--> statement-breakpoint
CREATE INDEX "device_figures_first_fix_idx" ON "device_figures" USING btree ("first_fix_30_days","device_id");--> statement-breakpoint
CREATE INDEX "device_figures_lost_idx" ON "device_figures" USING btree ("lost_30_days","device_id");--> statement-breakpoint
CREATE INDEX "device_figures_visited_idx" ON "device_figures" USING btree ((- "visited"),"device_id");--> statement-breakpoint
CREATE INDEX "location_figures_available_idx" ON "location_figures" USING btree ("available_30_days","location_id");--> statement-breakpoint
CREATE INDEX "location_figures_failed_share_idx" ON "location_figures" USING btree ("failed_share_30_days","location_id");--> statement-breakpoint
CREATE INDEX "location_figures_repair_time_idx" ON "location_figures" USING btree ("repair_time_30_days","location_id");--> statement-breakpoint
CREATE INDEX "location_figures_first_fix_idx" ON "location_figures" USING btree ("first_fix_30_days","location_id");--> statement-breakpoint
CREATE INDEX "location_figures_lost_idx" ON "location_figures" USING btree ("lost_30_days","location_id");--> statement-breakpoint
CREATE INDEX "location_figures_visited_idx" ON "location_figures" USING btree ((- "visited"),"location_id");
--> statement-breakpoint
-- own
-- A first visit that was found, failed or counts from now on changes its day.
CREATE TRIGGER due_insert AFTER INSERT ON first_visits REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_update AFTER UPDATE ON first_visits REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
CREATE TRIGGER due_delete AFTER DELETE ON first_visits REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_of_days();--> statement-breakpoint
-- First visits are found in the events that are kept, when the service starts.
INSERT INTO device_days_due SELECT id, '-infinity' FROM devices;
