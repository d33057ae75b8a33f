CREATE TABLE "audit_differences" (
	"device_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"report" integer NOT NULL,
	"source" text NOT NULL,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"audit_count" bigint NOT NULL,
	"audit_amount" bigint NOT NULL,
	"event_count" bigint NOT NULL,
	"event_amount" bigint NOT NULL,
	CONSTRAINT "audit_differences_file_id_report_source_pk" PRIMARY KEY("file_id","report","source")
);
--> statement-breakpoint
CREATE TABLE "cash_collections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"file_id" integer,
	"bag" text,
	"counted" bigint,
	"author_id" integer,
	"author" text,
	"note" text,
	"key" text
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"telemetry_id" integer NOT NULL,
	"name" text NOT NULL,
	"firmware_id" integer,
	"rollout_id" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" integer,
	"message" text,
	"key" text NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device_errors" (
	"device_id" integer NOT NULL,
	"raw" text NOT NULL,
	"code" text,
	"open" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_errors_device_id_raw_pk" PRIMARY KEY("device_id","raw")
);
--> statement-breakpoint
CREATE TABLE "device_events" (
	"telemetry_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"device_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"box_at" timestamp with time zone,
	"clock" text,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "device_events_telemetry_id_id_pk" PRIMARY KEY("telemetry_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_profiles" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"weeks" integer NOT NULL,
	"cash" real[] NOT NULL,
	"cashless" real[] NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_states" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"telemetry_id" integer,
	"online" boolean DEFAULT false NOT NULL,
	"online_since" timestamp with time zone,
	"last_contact_at" timestamp with time zone,
	"operator" text,
	"rssi" integer,
	"network_type" text,
	"network_at" timestamp with time zone,
	"mains" boolean,
	"millivolts" integer,
	"power_at" timestamp with time zone,
	"door" text,
	"door_at" timestamp with time zone,
	"temperatures" real[],
	"temperature_at" timestamp with time zone,
	"firmware" text,
	"uptime_seconds" integer,
	"clock_seconds" integer,
	"sequence" bigint,
	"unit_at" timestamp with time zone,
	"open_errors" integer DEFAULT 0 NOT NULL,
	"last_sale_at" timestamp with time zone,
	"last_cash_at" timestamp with time zone,
	"last_cashless_at" timestamp with time zone,
	"last_visit_at" timestamp with time zone,
	"serviced_at" timestamp with time zone,
	"vends_since_service" integer DEFAULT 0 NOT NULL,
	"quiet" text,
	"quiet_since" timestamp with time zone,
	"quiet_expected" real
);
--> statement-breakpoint
CREATE TABLE "device_stocks" (
	"device_id" integer NOT NULL,
	"slot" text NOT NULL,
	"ingredient_id" integer,
	"capacity" real NOT NULL,
	"filled" real NOT NULL,
	"filled_at" timestamp with time zone NOT NULL,
	"used" real DEFAULT 0 NOT NULL,
	CONSTRAINT "device_stocks_device_id_slot_pk" PRIMARY KEY("device_id","slot")
);
--> statement-breakpoint
CREATE TABLE "firmware_rollouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmware_rollouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"firmware_id" integer NOT NULL,
	"emergency" boolean DEFAULT false NOT NULL,
	"key" text NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manufacturer_errors" (
	"manufacturer_id" integer NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_by_device_hour" (
	"device_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"cashless" bigint DEFAULT 0 NOT NULL,
	"other" bigint DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_by_device_hour_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
CREATE TABLE "device_takings" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"before" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_by_day" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_by_day_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "sales_days_changed" (
	"day" date
);
--> statement-breakpoint
DROP INDEX "audit_reads_device_idx";--> statement-breakpoint
ALTER TABLE "sales" DROP CONSTRAINT "sales_device_id_file_id_report_line_pk";--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "report" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "line" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "skipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "from_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "to_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "covered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "timed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "event_days" integer DEFAULT 90;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "payment_provider_id" integer;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD CONSTRAINT "audit_differences_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_collections" ADD CONSTRAINT "cash_collections_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_telemetry_id_telemetries_id_fk" FOREIGN KEY ("telemetry_id") REFERENCES "public"."telemetries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_profiles" ADD CONSTRAINT "device_profiles_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_states" ADD CONSTRAINT "device_states_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_stocks" ADD CONSTRAINT "device_stocks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_stocks" ADD CONSTRAINT "device_stocks_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_errors" ADD CONSTRAINT "manufacturer_errors_manufacturer_id_device_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."device_manufacturers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_takings" ADD CONSTRAINT "device_takings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_differences_device_idx" ON "audit_differences" USING btree ("device_id","to_at");--> statement-breakpoint
CREATE INDEX "cash_collections_device_idx" ON "cash_collections" USING btree ("device_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_collections_file_key" ON "cash_collections" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_collections_key" ON "cash_collections" USING btree ("device_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "device_commands_key" ON "device_commands" USING btree ("device_id","key");--> statement-breakpoint
CREATE INDEX "device_commands_device_idx" ON "device_commands" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "device_commands_open_idx" ON "device_commands" USING btree ("telemetry_id") WHERE "device_commands"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "device_commands_rollout_idx" ON "device_commands" USING btree ("rollout_id");--> statement-breakpoint
CREATE INDEX "device_errors_open_idx" ON "device_errors" USING btree ("code") WHERE "device_errors"."open";--> statement-breakpoint
CREATE INDEX "device_events_device_idx" ON "device_events" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_events_received_idx" ON "device_events" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "device_events_failed_idx" ON "device_events" USING btree ("at") WHERE "device_events"."kind" = 'vend_failed';--> statement-breakpoint
CREATE INDEX "device_states_telemetry_idx" ON "device_states" USING btree ("telemetry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollouts_key" ON "firmware_rollouts" USING btree ("author_id","key");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_firmware_idx" ON "firmware_rollouts" USING btree ("firmware_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_errors_key" ON "manufacturer_errors" USING btree ("manufacturer_id","position");--> statement-breakpoint
CREATE INDEX "manufacturer_errors_code_idx" ON "manufacturer_errors" USING btree ("manufacturer_id","code");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_payment_provider_id_companies_id_fk" FOREIGN KEY ("payment_provider_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_key" ON "sales" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "sales_file_idx" ON "sales" USING btree ("file_id") WHERE "sales"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "devices_payment_provider_idx" ON "devices" USING btree ("payment_provider_id");--> statement-breakpoint
CREATE INDEX "audit_reads_device_idx" ON "audit_reads" USING btree ("device_id","to_at");