CREATE TABLE "stock_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ingredient_id" integer NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"expires_on" date
);
--> statement-breakpoint
CREATE TABLE "stock_count_lines" (
	"count_id" integer NOT NULL,
	"position" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"batch_id" integer DEFAULT 0 NOT NULL,
	"expected" numeric(17, 3) NOT NULL,
	"counted" numeric(17, 3) NOT NULL,
	CONSTRAINT "stock_count_lines_count_id_position_pk" PRIMARY KEY("count_id","position")
);
--> statement-breakpoint
CREATE TABLE "stock_counts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" text NOT NULL,
	"place_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"comment" text,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_due" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_kept" (
	"device_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_kept_device_id_ingredient_id_pk" PRIMARY KEY("device_id","ingredient_id")
);
--> statement-breakpoint
CREATE TABLE "stock_used" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"ingredient_id" integer NOT NULL,
	"quantity" numeric(17, 3) NOT NULL,
	CONSTRAINT "stock_used_device_id_day_ingredient_id_pk" PRIMARY KEY("device_id","day","ingredient_id")
);
--> statement-breakpoint
CREATE TABLE "warehouse_minimums" (
	"warehouse_id" integer NOT NULL,
	"position" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"minimum" numeric(14, 3) NOT NULL,
	CONSTRAINT "warehouse_minimums_warehouse_id_position_pk" PRIMARY KEY("warehouse_id","position")
);
--> statement-breakpoint
DROP INDEX "stock_move_lines_ingredient_idx";--> statement-breakpoint
ALTER TABLE "stock" DROP CONSTRAINT "stock_place_place_id_ingredient_id_pk";--> statement-breakpoint
ALTER TABLE "stock" ADD COLUMN "batch_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_place_place_id_ingredient_id_batch_id_pk" PRIMARY KEY("place","place_id","ingredient_id","batch_id");--> statement-breakpoint
ALTER TABLE "stock_move_lines" ADD COLUMN "batch_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "sheet_id" integer;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "stop_id" integer;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "count_id" integer;--> statement-breakpoint
ALTER TABLE "stock_batches" ADD CONSTRAINT "stock_batches_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_count_lines" ADD CONSTRAINT "stock_count_lines_count_id_stock_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."stock_counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_count_lines" ADD CONSTRAINT "stock_count_lines_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_kept" ADD CONSTRAINT "stock_kept_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_kept" ADD CONSTRAINT "stock_kept_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_minimums" ADD CONSTRAINT "warehouse_minimums_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_minimums" ADD CONSTRAINT "warehouse_minimums_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_batches_key" ON "stock_batches" USING btree ("ingredient_id","code",coalesce("expires_on", 'infinity'));--> statement-breakpoint
CREATE INDEX "stock_batches_expires_idx" ON "stock_batches" USING btree ("expires_on");--> statement-breakpoint
CREATE INDEX "stock_count_lines_ingredient_idx" ON "stock_count_lines" USING btree ("ingredient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_counts_key" ON "stock_counts" USING btree ("author_id","key");--> statement-breakpoint
CREATE INDEX "stock_counts_place_idx" ON "stock_counts" USING btree ("place","place_id","id");--> statement-breakpoint
CREATE INDEX "stock_due_idx" ON "stock_due" USING btree ("device_id","day");--> statement-breakpoint
CREATE INDEX "warehouse_minimums_ingredient_idx" ON "warehouse_minimums" USING btree ("ingredient_id");--> statement-breakpoint
CREATE INDEX "stock_batch_idx" ON "stock" USING btree ("batch_id") WHERE "stock"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "stock_moves_kind_idx" ON "stock_moves" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "stock_moves_sheet_idx" ON "stock_moves" USING btree ("sheet_id") WHERE "stock_moves"."sheet_id" is not null;--> statement-breakpoint
CREATE INDEX "stock_move_lines_ingredient_idx" ON "stock_move_lines" USING btree ("ingredient_id","move_id");--> statement-breakpoint

-- The ledger of stock is written once.
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON stock_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON stock_move_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON stock_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON stock_count_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- use_sales: days of machines whose stock is kept, as their sales change; their consumption is booked later, from the sales.
CREATE FUNCTION use_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stock_due SELECT DISTINCT g.device_id, g.day FROM gone g WHERE EXISTS (SELECT FROM stock_kept k WHERE k.device_id = g.device_id AND kyiv_day(k.since) <= g.day);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stock_due SELECT DISTINCT f.device_id, f.day FROM fresh f WHERE EXISTS (SELECT FROM stock_kept k WHERE k.device_id = f.device_id AND kyiv_day(k.since) <= f.day);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER use_insert AFTER INSERT ON sales_by_product_day REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION use_sales();--> statement-breakpoint
CREATE TRIGGER use_update AFTER UPDATE ON sales_by_product_day REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION use_sales();--> statement-breakpoint
CREATE TRIGGER use_delete AFTER DELETE ON sales_by_product_day REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION use_sales();
--> statement-breakpoint

-- use_contents: the same where what a recipe had in it is said anew, also of the past.
CREATE FUNCTION use_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_due SELECT DISTINCT x.device_id, x.day FROM stock_kept k JOIN sales_by_product_day x ON x.device_id = k.device_id AND x.day >= kyiv_day(k.since)
    WHERE k.ingredient_id = coalesce(NEW.ingredient_id, OLD.ingredient_id) AND x.recipe_id = coalesce(NEW.recipe_id, OLD.recipe_id) AND x.day >= kyiv_day(coalesce(NEW.from_at, OLD.from_at));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER use_contents AFTER INSERT OR UPDATE OR DELETE ON recipe_contents FOR EACH ROW EXECUTE FUNCTION use_contents();
