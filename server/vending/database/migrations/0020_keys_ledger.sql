CREATE TABLE "authorisations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" integer NOT NULL,
	"placement_id" integer NOT NULL,
	"recipe_id" integer,
	"selection" text,
	"card" text NOT NULL,
	"code" text NOT NULL,
	"wallet_id" integer,
	"client_id" integer,
	"qr_code_id" integer,
	"employee_id" integer,
	"price" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"main" bigint DEFAULT 0 NOT NULL,
	"bonus" bigint DEFAULT 0 NOT NULL,
	"rule" text,
	"rule_id" integer,
	"result" text NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"offline" boolean DEFAULT false NOT NULL,
	"balance" bigint,
	"bonus_balance" bigint,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"sale_id" uuid,
	"scan_id" uuid
);
--> statement-breakpoint
CREATE TABLE "key_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"wallet_id" integer NOT NULL,
	"client_id" integer,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"bonus_balance" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"authorisation_id" uuid,
	"price" bigint,
	"device_id" integer,
	"placement_id" integer,
	"recipe_id" integer,
	"program_id" integer,
	"shift_at" timestamp with time zone,
	"reverses_id" bigint,
	"reason" text,
	"author_id" integer,
	"author" text,
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_clients" ADD COLUMN "cashback_percent" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "key_clients" ADD COLUMN "blocked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "cashback_percent" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "max_price" bigint;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "day_limit" integer;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "overdrawn" boolean GENERATED ALWAYS AS (balance < 0 or bonus_balance < 0) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "authorisations_sale_key" ON "authorisations" USING btree ("device_id","sale_id") WHERE "authorisations"."sale_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "authorisations_scan_key" ON "authorisations" USING btree ("device_id","scan_id") WHERE "authorisations"."scan_id" is not null;--> statement-breakpoint
CREATE INDEX "authorisations_device_idx" ON "authorisations" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "authorisations_wallet_idx" ON "authorisations" USING btree ("wallet_id","at");--> statement-breakpoint
CREATE INDEX "authorisations_code_idx" ON "authorisations" USING btree ("qr_code_id");--> statement-breakpoint
CREATE INDEX "authorisations_employee_idx" ON "authorisations" USING btree ("employee_id","at") WHERE "authorisations"."employee_id" is not null;--> statement-breakpoint
CREATE INDEX "authorisations_held_idx" ON "authorisations" USING btree ("expires_at") WHERE "authorisations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "authorisations_held_wallet_idx" ON "authorisations" USING btree ("wallet_id") WHERE "authorisations"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "key_moves_key" ON "key_moves" USING btree ("wallet_id","key");--> statement-breakpoint
CREATE INDEX "key_moves_wallet_idx" ON "key_moves" USING btree ("wallet_id","id");--> statement-breakpoint
CREATE INDEX "key_moves_day_idx" ON "key_moves" USING btree ("day");--> statement-breakpoint
CREATE INDEX "key_moves_client_idx" ON "key_moves" USING btree ("client_id","day");--> statement-breakpoint
CREATE INDEX "key_moves_authorisation_idx" ON "key_moves" USING btree ("authorisation_id");--> statement-breakpoint
CREATE INDEX "key_clients_cashback_percent_order" ON "key_clients" USING btree ("cashback_percent","id");--> statement-breakpoint
CREATE INDEX "key_clients_blocked_order" ON "key_clients" USING btree ("blocked","id");
--> statement-breakpoint
-- own
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON key_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- What keys hold already is what they begin with.
INSERT INTO key_moves (wallet_id, client_id, type, amount, balance, bonus_balance, at, day, key)
  SELECT id, client_id, 'balance', balance, balance, 0, created_at, kyiv_day(created_at), 'opening balance' FROM key_wallets WHERE balance <> 0;
--> statement-breakpoint
INSERT INTO key_moves (wallet_id, client_id, type, amount, balance, bonus_balance, at, day, key)
  SELECT id, client_id, CASE type WHEN 'CASHBACK' THEN 'cashback' ELSE 'bonus' END, bonus_balance, balance, bonus_balance, created_at, kyiv_day(created_at), 'opening bonus' FROM key_wallets WHERE bonus_balance <> 0;
