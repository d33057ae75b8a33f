CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"device_id" integer NOT NULL,
	"placement_id" integer,
	"subject" text NOT NULL,
	"way" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"ticket_id" integer,
	"note" text,
	"state" text DEFAULT 'requested' NOT NULL,
	"product" text,
	"selection" text,
	"vended_at" timestamp with time zone,
	"source" text,
	"paid" bigint,
	"wallet_id" integer,
	"authorisation_id" uuid,
	"voucher_id" integer,
	"author_id" integer,
	"author" text,
	"decider_id" integer,
	"decider" text,
	"decided_at" timestamp with time zone,
	"decline_reason" text,
	"search" text GENERATED ALWAYS AS (lower(coalesce("product", '') || ' ' || coalesce("reason", '') || ' ' || coalesce("author", ''))) STORED NOT NULL,
	CONSTRAINT "refunds_never_more" CHECK ("refunds"."amount" > 0 and "refunds"."amount" <= coalesce("refunds"."paid", "refunds"."amount"))
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "refund_limit" bigint;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "voucher_days" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_wallet_id_key_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."key_wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_voucher_id_qr_codes_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."qr_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_product_order" ON "refunds" USING btree ("product" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "refunds_state_order" ON "refunds" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "refunds_amount_order" ON "refunds" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "refunds_way_order" ON "refunds" USING btree ("way","id");--> statement-breakpoint
CREATE INDEX "refunds_device_order" ON "refunds" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "refunds_vended_at_order" ON "refunds" USING btree ("vended_at","id");--> statement-breakpoint
CREATE INDEX "refunds_reason_order" ON "refunds" USING btree ("reason" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "refunds_ticket_order" ON "refunds" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "refunds_author_order" ON "refunds" USING btree ("author" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "refunds_created_at_order" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_decider_order" ON "refunds" USING btree ("decider" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "refunds_decided_at_order" ON "refunds" USING btree ("decided_at","id");--> statement-breakpoint
CREATE INDEX "refunds_paid_order" ON "refunds" USING btree ("paid","id");--> statement-breakpoint
CREATE INDEX "refunds_source_order" ON "refunds" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "refunds_search" ON "refunds" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "refunds_subject_idx" ON "refunds" USING btree ("device_id","subject");--> statement-breakpoint
CREATE INDEX "refunds_vend_idx" ON "refunds" USING btree ("device_id","vended_at");--> statement-breakpoint
CREATE INDEX "refunds_placement_idx" ON "refunds" USING btree ("placement_id");--> statement-breakpoint
-- own
CREATE FUNCTION keep_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.device_id, NEW.subject, NEW.way, NEW.amount) IS DISTINCT FROM (OLD.device_id, OLD.subject, OLD.way, OLD.amount)
    OR (OLD.paid IS NOT NULL AND NEW.paid IS DISTINCT FROM OLD.paid) OR (OLD.state <> 'requested' AND NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'refunds are written once';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_refund BEFORE UPDATE OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION keep_refund();
