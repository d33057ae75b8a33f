CREATE TABLE "route_sheet_fills" (
	"stop_id" integer NOT NULL,
	"slot" text NOT NULL,
	"ingredient_id" integer,
	"capacity" real NOT NULL,
	"level" real,
	"proposed" numeric(14, 3) NOT NULL,
	"found" numeric(14, 3),
	"put" numeric(14, 3),
	"taken" numeric(14, 3),
	"thrown" numeric(14, 3),
	CONSTRAINT "route_sheet_fills_stop_id_slot_pk" PRIMARY KEY("stop_id","slot")
);
--> statement-breakpoint
CREATE TABLE "route_sheet_loads" (
	"sheet_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"picked" numeric(14, 3) NOT NULL,
	"loaded" numeric(14, 3),
	"returned" numeric(14, 3),
	CONSTRAINT "route_sheet_loads_sheet_id_ingredient_id_pk" PRIMARY KEY("sheet_id","ingredient_id")
);
--> statement-breakpoint
CREATE TABLE "route_sheet_stops" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "route_sheet_stops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sheet_id" integer NOT NULL,
	"position" integer NOT NULL,
	"device_id" integer NOT NULL,
	"fill" boolean DEFAULT false NOT NULL,
	"collect" boolean DEFAULT false NOT NULL,
	"clean" boolean DEFAULT false NOT NULL,
	"repair" boolean DEFAULT false NOT NULL,
	"audit" boolean DEFAULT false NOT NULL,
	"planogram" boolean DEFAULT false NOT NULL,
	"note" text,
	"open" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'unserved' NOT NULL,
	"begun_at" timestamp with time zone,
	"served_at" timestamp with time zone,
	"served_by" text,
	"reason" text,
	"remark" text,
	"cleaned" boolean DEFAULT false NOT NULL,
	"thrown_reason" text,
	"collection_id" integer,
	"key" text
);
--> statement-breakpoint
CREATE TABLE "route_sheets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "route_sheets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"crew_id" integer NOT NULL,
	"warehouse_id" integer,
	"vehicle_id" integer,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"note" text,
	"devices" integer[] DEFAULT '{}' NOT NULL,
	"minutes" integer,
	"kilometres" real,
	"weight" real,
	"volume" real,
	"author_id" integer,
	"author" text,
	"approver" text,
	"cancel_reason" text,
	"load_key" text,
	"complete_key" text,
	"search" text GENERATED ALWAYS AS (lower(coalesce("number", '') || ' ' || coalesce("note", ''))) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "sheets_need_second" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "sheets_nightly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "route_sheet_fills" ADD CONSTRAINT "route_sheet_fills_stop_id_route_sheet_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."route_sheet_stops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_fills" ADD CONSTRAINT "route_sheet_fills_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_loads" ADD CONSTRAINT "route_sheet_loads_sheet_id_route_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."route_sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_loads" ADD CONSTRAINT "route_sheet_loads_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_stops" ADD CONSTRAINT "route_sheet_stops_sheet_id_route_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."route_sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_stops" ADD CONSTRAINT "route_sheet_stops_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheet_stops" ADD CONSTRAINT "route_sheet_stops_collection_id_cash_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."cash_collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheets" ADD CONSTRAINT "route_sheets_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheets" ADD CONSTRAINT "route_sheets_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_sheets" ADD CONSTRAINT "route_sheets_vehicle_id_crew_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."crew_vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "route_sheet_fills_ingredient_idx" ON "route_sheet_fills" USING btree ("ingredient_id");--> statement-breakpoint
CREATE INDEX "route_sheet_loads_ingredient_idx" ON "route_sheet_loads" USING btree ("ingredient_id");--> statement-breakpoint
CREATE INDEX "route_sheet_stops_sheet_idx" ON "route_sheet_stops" USING btree ("sheet_id","position");--> statement-breakpoint
CREATE INDEX "route_sheet_stops_device_idx" ON "route_sheet_stops" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "route_sheet_stops_collection_idx" ON "route_sheet_stops" USING btree ("collection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "route_sheet_stops_open_key" ON "route_sheet_stops" USING btree ("device_id") WHERE "route_sheet_stops"."open";--> statement-breakpoint
CREATE INDEX "route_sheets_number_order" ON "route_sheets" USING btree ("number" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "route_sheets_day_order" ON "route_sheets" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "route_sheets_crew_order" ON "route_sheets" USING btree ("crew_id","id");--> statement-breakpoint
CREATE INDEX "route_sheets_status_order" ON "route_sheets" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "route_sheets_minutes_order" ON "route_sheets" USING btree ("minutes","id");--> statement-breakpoint
CREATE INDEX "route_sheets_kilometres_order" ON "route_sheets" USING btree ("kilometres","id");--> statement-breakpoint
CREATE INDEX "route_sheets_weight_order" ON "route_sheets" USING btree ("weight","id");--> statement-breakpoint
CREATE INDEX "route_sheets_vehicle_order" ON "route_sheets" USING btree ("vehicle_id","id");--> statement-breakpoint
CREATE INDEX "route_sheets_warehouse_order" ON "route_sheets" USING btree ("warehouse_id","id");--> statement-breakpoint
CREATE INDEX "route_sheets_author_order" ON "route_sheets" USING btree ("author" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "route_sheets_search" ON "route_sheets" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "route_sheets_devices_idx" ON "route_sheets" USING gin ("devices");--> statement-breakpoint
CREATE INDEX "route_sheets_open_idx" ON "route_sheets" USING btree ("crew_id","day") WHERE "route_sheets"."status" in ('APPROVED', 'ACCEPTED', 'LOADED');--> statement-breakpoint
-- begin_stops: a door that opens says that the crew began. Who serves the machine at this moment says it better: nobody waits for them.
CREATE FUNCTION begin_stops() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE route_sheet_stops t SET status = 'service', begun_at = NEW.door_at WHERE t.id IN (
    SELECT x.id FROM route_sheet_stops x JOIN route_sheets s ON s.id = x.sheet_id
    WHERE x.device_id = NEW.device_id AND x.open AND x.status = 'unserved' AND s.status = 'LOADED' AND kyiv_day(NEW.door_at) = s.day FOR UPDATE OF x SKIP LOCKED);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER begin_stops AFTER UPDATE OF door_at ON device_states FOR EACH ROW WHEN (NEW.door = 'opened' AND NEW.door_at IS DISTINCT FROM OLD.door_at) EXECUTE FUNCTION begin_stops();
