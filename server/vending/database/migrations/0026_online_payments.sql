ALTER TABLE "franchises" ADD COLUMN "monobank_token" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "monobank_token" text;
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"owner" text NOT NULL,
	"owner_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_differences" (
	"payment_id" integer NOT NULL,
	"what" text NOT NULL,
	"ours" bigint,
	"theirs" bigint,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_differences_payment_id_what_pk" PRIMARY KEY("payment_id","what")
);
--> statement-breakpoint
CREATE TABLE "payment_errors" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"stage" text NOT NULL,
	"counter" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "payment_errors_device_id_day_stage_counter_pk" PRIMARY KEY("device_id","day","stage","counter")
);
--> statement-breakpoint
CREATE TABLE "payment_settlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"author_id" integer,
	"author" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"words" text,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"ticket_id" integer
);
--> statement-breakpoint
CREATE TABLE "payment_steps" (
	"payment_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_place" text NOT NULL,
	"news" text NOT NULL,
	"cause" text NOT NULL,
	"to_place" text NOT NULL,
	"counter" text,
	"words" text,
	"author_id" integer,
	"author" text,
	CONSTRAINT "payment_steps_payment_id_number_pk" PRIMARY KEY("payment_id","number")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token" text NOT NULL,
	"order_key" uuid NOT NULL,
	"key" text NOT NULL,
	"device_id" integer NOT NULL,
	"placement_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"provider" text NOT NULL,
	"language" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"place" text NOT NULL,
	"counter" text,
	"selection" text,
	"name" text,
	"recipe_id" integer,
	"amount" bigint,
	"hold" boolean DEFAULT false NOT NULL,
	"url" text,
	"reference" text,
	"word" text,
	"card" text,
	"rrn" text,
	"approval" text,
	"paid" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"sale_id" uuid,
	"made_at" timestamp with time zone,
	"given_away" boolean DEFAULT false NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"watched_until" timestamp with time zone,
	"reconciled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "device_commands" ADD COLUMN "payment_id" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_start" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "credit_added" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "product_selection" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "invoice_creation" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_notification" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "start_notification" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "making" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hold_payments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "payer" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "pay_code" text DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12) NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_settlements" ADD CONSTRAINT "payment_settlements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_steps" ADD CONSTRAINT "payment_steps_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_payment_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_key" ON "payment_accounts" USING btree ("owner","owner_id","provider");--> statement-breakpoint
CREATE INDEX "payment_differences_open_idx" ON "payment_differences" USING btree ("found_at") WHERE "payment_differences"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_errors_day_idx" ON "payment_errors" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_settlements_key" ON "payment_settlements" USING btree ("payment_id","kind","key");--> statement-breakpoint
CREATE INDEX "payment_settlements_due_idx" ON "payment_settlements" USING btree ("due_at") WHERE "payment_settlements"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_settlements_failed_idx" ON "payment_settlements" USING btree ("payment_id") WHERE "payment_settlements"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_token_key" ON "payments" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_order_key" ON "payments" USING btree ("order_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("device_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_key" ON "payments" USING btree ("device_id") WHERE "payments"."ended_at" is null and not "payments"."is_test";--> statement-breakpoint
CREATE INDEX "payments_reference_idx" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payments_device_idx" ON "payments" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "payments_begun_idx" ON "payments" USING btree ("begun_at");--> statement-breakpoint
CREATE INDEX "payments_due_idx" ON "payments" USING btree ("due_at") WHERE "payments"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_sale_idx" ON "payments" USING btree ("device_id","sale_id") WHERE "payments"."sale_id" is not null;--> statement-breakpoint
CREATE INDEX "device_commands_payment_idx" ON "device_commands" USING btree ("payment_id") WHERE "device_commands"."payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_pay_code_key" ON "devices" USING btree ("pay_code");--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON payment_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
