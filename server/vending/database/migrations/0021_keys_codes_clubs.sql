CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"author_id" integer NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"options" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"count" integer NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "qr_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "qr_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"codes_count" integer NOT NULL,
	"device_id" integer,
	"recipe_id" integer,
	"amount" bigint,
	"expires_on" date,
	"note" text,
	"blocked" boolean DEFAULT false NOT NULL,
	"author" text
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author_id" integer NOT NULL,
	"entity" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"rows" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"done" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "made_once" (
	"author_id" integer NOT NULL,
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"entity_id" integer,
	CONSTRAINT "made_once_author_id_entity_key_pk" PRIMARY KEY("author_id","entity","key")
);
--> statement-breakpoint
CREATE TABLE "recipe_splits" (
	"recipe_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "recipe_splits_recipe_id_day_pk" PRIMARY KEY("recipe_id","day")
);
--> statement-breakpoint
ALTER TABLE "products_by_placement" DROP CONSTRAINT "products_by_placement_key";--> statement-breakpoint
ALTER TABLE "products_by_territory" DROP CONSTRAINT "products_by_territory_key";--> statement-breakpoint
ALTER TABLE "qr_codes" ALTER COLUMN "amount" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "original_bonus" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "batch_id" integer;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "blocked_with_batch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sport_life_discount_rows" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sport_life_discount_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "sport_life_keys" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "products_by_placement" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products_by_territory" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "qr_batches" ADD CONSTRAINT "qr_batches_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_batches" ADD CONSTRAINT "qr_batches_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_made_idx" ON "drafts" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "qr_batches_device_idx" ON "qr_batches" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "qr_batches_recipe_idx" ON "qr_batches" USING btree ("recipe_id");--> statement-breakpoint
CREATE INDEX "qr_batches_created_idx" ON "qr_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_author_idx" ON "imports" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "imports_at_idx" ON "imports" USING btree ("at");--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_batch_id_qr_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."qr_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sport_life_keys" ADD CONSTRAINT "sport_life_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "qr_codes_batch_idx" ON "qr_codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "sport_life_keys_company_idx" ON "sport_life_keys" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "authorisations_client_idx" ON "authorisations" USING btree ("at") WHERE "authorisations"."client_id" is not null and "authorisations"."sale_id" is not null;--> statement-breakpoint
CREATE INDEX "authorisations_qr_idx" ON "authorisations" USING btree ("at") WHERE "authorisations"."card" = 'qr';--> statement-breakpoint
CREATE INDEX "key_moves_wallet_at_idx" ON "key_moves" USING btree ("wallet_id","at");--> statement-breakpoint
CREATE INDEX "key_moves_wallet_day_idx" ON "key_moves" USING btree ("wallet_id","day","id");--> statement-breakpoint
CREATE INDEX "key_moves_reverses_idx" ON "key_moves" USING btree ("reverses_id") WHERE "key_moves"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "key_moves_shift_idx" ON "key_moves" USING btree ("wallet_id","shift_at") WHERE "key_moves"."shift_at" is not null;--> statement-breakpoint
CREATE INDEX "scans_qr_idx" ON "scans" USING btree ("code") WHERE "scans"."card" = 'qr';--> statement-breakpoint
CREATE INDEX "scans_partner_idx" ON "scans" USING btree ("code","at") WHERE "scans"."card" = 'partner';--> statement-breakpoint
ALTER TABLE "products_by_placement" ADD CONSTRAINT "products_by_placement_key" UNIQUE NULLS NOT DISTINCT("step","from_day","placement_id","recipe_id","selection","name","part");--> statement-breakpoint
ALTER TABLE "products_by_territory" ADD CONSTRAINT "products_by_territory_key" UNIQUE NULLS NOT DISTINCT("step","from_day","territory_id","recipe_id","selection","name","part");