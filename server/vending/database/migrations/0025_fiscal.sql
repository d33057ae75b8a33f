CREATE TABLE "fiscal_desks" (
	"desk_id" integer PRIMARY KEY NOT NULL,
	"worker" uuid,
	"leased_until" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rest_until" timestamp with time zone DEFAULT now() NOT NULL,
	"shift_id" uuid,
	"closed_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "fiscal_operations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiscal_operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"desk_id" integer NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"author_id" integer,
	"author" text,
	"amount" bigint,
	"reason" text,
	"key" text NOT NULL,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"shift_id" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"result" jsonb
);
--> statement-breakpoint
CREATE TABLE "fiscal_shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"desk_id" integer NOT NULL,
	"serial" integer,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"balance" bigint DEFAULT 0 NOT NULL,
	"cash_sales" bigint DEFAULT 0 NOT NULL,
	"card_sales" bigint DEFAULT 0 NOT NULL,
	"cash_returns" bigint DEFAULT 0 NOT NULL,
	"card_returns" bigint DEFAULT 0 NOT NULL,
	"service_in" bigint DEFAULT 0 NOT NULL,
	"service_out" bigint DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "receipts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"desk_id" integer NOT NULL,
	"kind" text NOT NULL,
	"device_id" integer NOT NULL,
	"placement_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"subject" uuid NOT NULL,
	"nth" integer NOT NULL,
	"told" boolean NOT NULL,
	"source" text NOT NULL,
	"payment" text NOT NULL,
	"by_key" boolean DEFAULT false NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"department" text NOT NULL,
	"tax_code" integer,
	"footer" text,
	"amount" bigint NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"original_id" uuid,
	"reason" text,
	"key" text,
	"why" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"error" text,
	"shift_id" uuid,
	"serial" integer,
	"fiscal_code" text,
	"tax_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_keys" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_open_at" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_close_at" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_cash_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_age_days" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_lag_minutes" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "fiscal_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fiscal_cashiers" ADD COLUMN "alarm" text;--> statement-breakpoint
ALTER TABLE "fiscal_desks" ADD CONSTRAINT "fiscal_desks_desk_id_fiscal_cashiers_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."fiscal_cashiers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_operations" ADD CONSTRAINT "fiscal_operations_desk_id_fiscal_cashiers_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."fiscal_cashiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_shifts" ADD CONSTRAINT "fiscal_shifts_desk_id_fiscal_cashiers_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."fiscal_cashiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_desk_id_fiscal_cashiers_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."fiscal_cashiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_operations_key" ON "fiscal_operations" USING btree ("desk_id","key");--> statement-breakpoint
CREATE INDEX "fiscal_operations_desk_idx" ON "fiscal_operations" USING btree ("desk_id","id");--> statement-breakpoint
CREATE INDEX "fiscal_operations_queue_idx" ON "fiscal_operations" USING btree ("desk_id","id") WHERE "fiscal_operations"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "fiscal_shifts_desk_idx" ON "fiscal_shifts" USING btree ("desk_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_subject_key" ON "receipts" USING btree ("device_id","subject","nth") WHERE "receipts"."kind" = 'sell';--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_told_key" ON "receipts" USING btree ("device_id","subject") WHERE "receipts"."kind" = 'sell' and "receipts"."told" and not "receipts"."withdrawn";--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_request_key" ON "receipts" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_return_key" ON "receipts" USING btree ("key") WHERE "receipts"."key" is not null;--> statement-breakpoint
CREATE INDEX "receipts_queue_idx" ON "receipts" USING btree ("desk_id","number") WHERE "receipts"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "receipts_error_idx" ON "receipts" USING btree ("desk_id") WHERE "receipts"."state" = 'error';--> statement-breakpoint
CREATE INDEX "receipts_open_idx" ON "receipts" USING btree ("number") WHERE "receipts"."state" in ('error', 'listed');--> statement-breakpoint
CREATE INDEX "receipts_device_idx" ON "receipts" USING btree ("device_id","day");--> statement-breakpoint
CREATE INDEX "receipts_location_idx" ON "receipts" USING btree ("location_id","sold_at");--> statement-breakpoint
CREATE INDEX "receipts_shift_idx" ON "receipts" USING btree ("shift_id") WHERE "receipts"."shift_id" is not null;--> statement-breakpoint
CREATE INDEX "receipts_done_idx" ON "receipts" USING btree ("desk_id","done_at") WHERE "receipts"."done_at" is not null;--> statement-breakpoint
CREATE INDEX "receipts_original_idx" ON "receipts" USING btree ("original_id") WHERE "receipts"."original_id" is not null;
--> statement-breakpoint
-- own
-- Sales are registered from the moment on at which a place got a desk.
CREATE FUNCTION keep_fiscal_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.fiscal_enabled OR NEW.fiscal_cashier_id IS NULL THEN
    NEW.fiscal_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.fiscal_since := now();
  ELSIF OLD.fiscal_since IS NULL THEN
    NEW.fiscal_since := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_fiscal_since BEFORE INSERT OR UPDATE OF fiscal_enabled, fiscal_cashier_id ON locations FOR EACH ROW EXECUTE FUNCTION keep_fiscal_since();
--> statement-breakpoint
UPDATE locations SET fiscal_since = now() WHERE fiscal_enabled AND fiscal_cashier_id IS NOT NULL;
--> statement-breakpoint

-- What a receipt says is written once, and what the service has registered stays so. Its uuid is another one only after a definite no.
CREATE FUNCTION keep_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'receipts are written once';
  END IF;
  IF (NEW.id, NEW.number, NEW.desk_id, NEW.kind, NEW.device_id, NEW.payment, NEW.amount, NEW.name, NEW.original_id, NEW.key)
      IS DISTINCT FROM (OLD.id, OLD.number, OLD.desk_id, OLD.kind, OLD.device_id, OLD.payment, OLD.amount, OLD.name, OLD.original_id, OLD.key)
    OR (OLD.state IN ('done', 'cancelled') AND NEW.state <> OLD.state)
    OR (NEW.request_id <> OLD.request_id AND OLD.state <> 'error')
    OR NEW.returned < OLD.returned OR NEW.returned > NEW.amount THEN
    RAISE EXCEPTION 'receipts are written once';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_receipt BEFORE UPDATE OR DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION keep_receipt();
