CREATE TABLE "device_forecasts" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"rates_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"first_out_at" timestamp with time zone,
	"stops_at" timestamp with time zone,
	"stops_early_at" timestamp with time zone,
	"per_day" bigint NOT NULL,
	"lost" real[] NOT NULL,
	"lost_from" date NOT NULL,
	"cycle_days" integer NOT NULL,
	"cycle_cost" real NOT NULL,
	"slots" integer NOT NULL,
	"unknown" integer NOT NULL,
	"drifting" integer NOT NULL,
	"blocked" boolean NOT NULL,
	"until_service" integer,
	"cash" bigint
);
--> statement-breakpoint
CREATE TABLE "device_forecasts_due" (
	"device_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_rates" (
	"device_id" integer NOT NULL,
	"selection" text NOT NULL,
	"recipe_id" integer,
	"vends" real NOT NULL,
	"weeks" real NOT NULL,
	"price" real,
	CONSTRAINT "device_rates_device_id_selection_pk" PRIMARY KEY("device_id","selection")
);
--> statement-breakpoint
CREATE TABLE "device_wants" (
	"device_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"amount" real NOT NULL,
	"guessed" boolean NOT NULL,
	CONSTRAINT "device_wants_device_id_ingredient_id_pk" PRIMARY KEY("device_id","ingredient_id")
);
--> statement-breakpoint
CREATE TABLE "rate_kinds" (
	"planogram_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"products" jsonb NOT NULL,
	"hours" real[] NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_kinds_planogram_id_project_id_pk" PRIMARY KEY("planogram_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "slot_outages" (
	"device_id" integer NOT NULL,
	"slot" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone,
	CONSTRAINT "slot_outages_device_id_slot_from_at_pk" PRIMARY KEY("device_id","slot","from_at")
);
--> statement-breakpoint
ALTER TABLE "device_stocks" ADD COLUMN "drift" real;--> statement-breakpoint
ALTER TABLE "warehouses" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "warehouses" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "device_forecasts" ADD CONSTRAINT "device_forecasts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_rates" ADD CONSTRAINT "device_rates_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_wants" ADD CONSTRAINT "device_wants_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_outages" ADD CONSTRAINT "slot_outages_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_forecasts_made_idx" ON "device_forecasts" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "device_wants_ingredient_idx" ON "device_wants" USING btree ("ingredient_id");--> statement-breakpoint
-- own
-- Rewritten every few minutes.
ALTER TABLE device_forecasts SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE device_wants SET (fillfactor = 60);
--> statement-breakpoint
-- keep_drift: a filling that leaves less than the books had, or finds more sold than there was, contradicts them. A tenth of the slot is no contradiction: people guess levels. Who writes down what was found and then what was filled says it in two fillings of one visit.
CREATE FUNCTION keep_drift() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked real := OLD.filled - OLD.used;
  beyond real := greatest(0.1 * OLD.capacity, 1);
BEGIN
  NEW.drift := CASE WHEN NEW.filled < booked - beyond THEN NEW.filled - booked WHEN booked < -beyond THEN -booked
    WHEN NEW.filled_at - OLD.filled_at BETWEEN interval '0' AND interval '2 hours' THEN OLD.drift END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_drift BEFORE UPDATE OF filled_at ON device_stocks FOR EACH ROW WHEN (OLD.filled_at IS DISTINCT FROM NEW.filled_at) EXECUTE FUNCTION keep_drift();
--> statement-breakpoint
-- due_forecasts: whoever fills a machine wants to see what that changed.
CREATE FUNCTION due_forecasts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_forecasts_due VALUES (NEW.device_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER due_forecasts AFTER INSERT OR UPDATE OF filled_at ON device_stocks FOR EACH ROW EXECUTE FUNCTION due_forecasts();
