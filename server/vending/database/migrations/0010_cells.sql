CREATE TABLE "cell_facts" (
	"planogram_id" integer NOT NULL,
	"cell" text NOT NULL,
	"fact" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"value" bigint,
	CONSTRAINT "cell_facts_planogram_id_cell_fact_from_at_pk" PRIMARY KEY("planogram_id","cell","fact","from_at")
);
--> statement-breakpoint
CREATE TABLE "failed_vends" (
	"device_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"placement_id" integer NOT NULL,
	"recipe_id" integer,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"selection" text,
	"price" bigint,
	"source" text NOT NULL,
	CONSTRAINT "failed_vends_device_id_id_pk" PRIMARY KEY("device_id","id")
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"device_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"placement_id" integer NOT NULL,
	"recipe_id" integer,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"selection" text,
	"price" bigint,
	"card" text NOT NULL,
	"code" text,
	"partner" text,
	"result" text NOT NULL,
	"wallet_id" integer,
	"client_id" integer,
	"sale_id" uuid,
	CONSTRAINT "scans_device_id_id_pk" PRIMARY KEY("device_id","id")
);
--> statement-breakpoint
DROP INDEX "sales_by_product_day_key";--> statement-breakpoint
TRUNCATE "sales_by_product_day";--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "recipe_id" integer;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "paid_with" text;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD COLUMN "source" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD COLUMN "placement_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD COLUMN "recipe_id" integer;--> statement-breakpoint
CREATE INDEX "failed_vends_device_idx" ON "failed_vends" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "failed_vends_day_idx" ON "failed_vends" USING btree ("day");--> statement-breakpoint
CREATE INDEX "scans_device_idx" ON "scans" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "scans_sale_idx" ON "scans" USING btree ("device_id","sale_id");--> statement-breakpoint
CREATE INDEX "scans_day_idx" ON "scans" USING btree ("day");--> statement-breakpoint
CREATE INDEX "placements_planogram_idx" ON "placements" USING btree ("planogram_id");--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD CONSTRAINT "sales_by_product_day_key" UNIQUE NULLS NOT DISTINCT("device_id","day","source","placement_id","selection","recipe_id");
--> statement-breakpoint

-- What a planogram had in a cell at a moment.
CREATE FUNCTION recipe_held(planogram integer, selection text, moment timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT c.value::integer FROM cell_facts c WHERE c.planogram_id = planogram AND c.cell = selection AND c.fact = 'recipe' AND c.from_at <= moment ORDER BY c.from_at DESC LIMIT 1
$$;
--> statement-breakpoint

-- The placements of a machine, and until when each held.
CREATE FUNCTION stands(machine integer) RETURNS TABLE (id integer, planogram_id integer, from_at timestamptz, to_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.planogram_id, p.from_at, lead(p.from_at, 1, 'infinity') OVER (ORDER BY p.from_at) FROM placements p WHERE p.device_id = machine
$$;
--> statement-breakpoint

-- What vends take from a machine's slots: pieces from the cell, the recipe's ingredients from their bunkers.
CREATE FUNCTION takes(selection text, recipe integer, vends bigint) RETURNS TABLE (slot text, used real) LANGUAGE sql STABLE AS $$
  SELECT 'cell:' || selection, vends::real WHERE selection IS NOT NULL
  UNION ALL SELECT 'bunker:' || i.ingredient_id, (i.quantity * vends)::real FROM recipe_ingredients i WHERE i.recipe_id = recipe
$$;
--> statement-breakpoint

-- Counts anew what machines used since each slot was filled, from the sales since.
CREATE FUNCTION recount_stocks(machines integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE device_stocks s SET used = u.used FROM (
    SELECT f.device_id, f.slot, coalesce(sum(t.used) FILTER (WHERE t.sold_at > f.filled_at), 0) AS used
    FROM device_stocks f LEFT JOIN (
      SELECT x.device_id, x.sold_at, t.slot, t.used FROM sales x CROSS JOIN LATERAL takes(x.selection, x.recipe_id, x.count) t
      WHERE x.device_id = ANY(machines) AND x.sold_at > (SELECT min(m.filled_at) FROM device_stocks m WHERE m.device_id = x.device_id)) t
      ON t.device_id = f.device_id AND t.slot = f.slot
    WHERE f.device_id = ANY(machines) GROUP BY 1, 2) u
  WHERE s.device_id = u.device_id AND s.slot = u.slot AND s.used IS DISTINCT FROM u.used
$$;
--> statement-breakpoint

-- Makes the daily rollups of some days of a machine anew from its sales.
CREATE FUNCTION roll_days(machine integer, days date[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := (SELECT min(d) FROM unnest(days) d);
BEGIN
  DELETE FROM sales_by_device_day r WHERE r.device_id = machine AND r.day >= first AND r.day = ANY(days);
  DELETE FROM sales_by_product_day r WHERE r.device_id = machine AND r.day >= first AND r.day = ANY(days);
  -- A sale is of the day on which it was sold: looking back further than the first of them finds nothing.
  INSERT INTO sales_by_device_day (device_id, day, source, placement_id, count, amount)
    SELECT device_id, day, source, placement_id, sum(count), sum(amount) FROM sales
    WHERE device_id = machine AND sold_at >= first::timestamp AT TIME ZONE 'Europe/Kyiv' AND day = ANY(days) GROUP BY 1, 2, 3, 4;
  INSERT INTO sales_by_product_day (device_id, day, source, placement_id, selection, recipe_id, name, count, amount)
    SELECT device_id, day, source, placement_id, coalesce(selection, ''), recipe_id, max(name), sum(count), sum(amount) FROM sales
    WHERE device_id = machine AND sold_at >= first::timestamp AT TIME ZONE 'Europe/Kyiv' AND day = ANY(days) GROUP BY 1, 2, 3, 4, 5, 6;
END $$;
--> statement-breakpoint

-- Gives a machine's sales, scans and failed vends since a moment the placement and the recipe that held then, and their days the rollups that follow.
CREATE OR REPLACE FUNCTION stamp_sales(machine integer, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved date[];
BEGIN
  WITH right_ones AS MATERIALIZED (
    SELECT s.id, p.id AS placement_id, recipe_held(p.planogram_id, s.selection, s.sold_at) AS recipe_id
    FROM stands(machine) p JOIN sales s ON s.device_id = machine AND s.sold_at >= since AND s.sold_at >= p.from_at AND s.sold_at < p.to_at),
  stamped AS (
    UPDATE sales s SET placement_id = r.placement_id, recipe_id = r.recipe_id FROM right_ones r
    WHERE s.device_id = machine AND s.id = r.id AND (s.placement_id, s.recipe_id) IS DISTINCT FROM (r.placement_id, r.recipe_id) RETURNING s.day)
  SELECT array_agg(DISTINCT day) INTO moved FROM stamped;
  UPDATE scans s SET placement_id = p.id, recipe_id = recipe_held(p.planogram_id, s.selection, s.at)
    FROM stands(machine) p WHERE s.device_id = machine AND s.at >= since AND s.at >= p.from_at AND s.at < p.to_at
      AND (s.placement_id, s.recipe_id) IS DISTINCT FROM (p.id, recipe_held(p.planogram_id, s.selection, s.at));
  UPDATE failed_vends s SET placement_id = p.id, recipe_id = recipe_held(p.planogram_id, s.selection, s.at)
    FROM stands(machine) p WHERE s.device_id = machine AND s.at >= since AND s.at >= p.from_at AND s.at < p.to_at
      AND (s.placement_id, s.recipe_id) IS DISTINCT FROM (p.id, recipe_held(p.planogram_id, s.selection, s.at));
  IF moved IS NULL THEN RETURN; END IF;
  PERFORM roll_days(machine, moved);
  PERFORM recount_stocks(ARRAY[machine]);
END $$;
--> statement-breakpoint

-- hold_cells: what a planogram has in its cells, and for how much, holds from then on; what is said of a cell for the first time was always so. Sales of machines that sell by it follow.
CREATE FUNCTION hold_cells(which integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  earliest timestamptz;
  news record;
  machine integer;
BEGIN
  FOR news IN
    SELECT cell, fact, n.value, h.planogram_id IS NOT NULL AS known
    FROM (SELECT c.cell, f.fact, f.value FROM planogram_cells c CROSS JOIN LATERAL (VALUES ('recipe', c.recipe_id::bigint), ('price', c.price)) f (fact, value) WHERE c.planogram_id = which) n
    FULL JOIN (SELECT DISTINCT ON (cell, fact) * FROM cell_facts WHERE planogram_id = which ORDER BY cell, fact, from_at DESC) h USING (cell, fact)
    WHERE n.value IS DISTINCT FROM h.value
  LOOP
    since := CASE WHEN news.known THEN holds_from() ELSE '-infinity' END;
    DELETE FROM cell_facts WHERE planogram_id = which AND cell = news.cell AND fact = news.fact AND from_at >= since;
    INSERT INTO cell_facts (planogram_id, cell, fact, from_at, value) VALUES (which, news.cell, news.fact, since, news.value);
    IF news.fact = 'recipe' THEN earliest := least(earliest, since); END IF;
  END LOOP;
  IF earliest IS NULL THEN RETURN; END IF;
  -- Sales are booked under the lock of their machine.
  PERFORM 1 FROM devices d WHERE d.id IN (SELECT device_id FROM placements WHERE planogram_id = which) ORDER BY d.id FOR NO KEY UPDATE;
  FOR machine IN SELECT DISTINCT device_id FROM placements WHERE planogram_id = which ORDER BY 1 LOOP
    PERFORM stamp_sales(machine, earliest);
  END LOOP;
END $$;
--> statement-breakpoint

CREATE FUNCTION hold_cells_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold_cells(CASE TG_OP WHEN 'DELETE' THEN OLD.planogram_id ELSE NEW.planogram_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred: whoever saves a planogram deletes its cells and writes them again.
CREATE CONSTRAINT TRIGGER hold_cells AFTER INSERT OR UPDATE OR DELETE ON planogram_cells DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_cells_of();
--> statement-breakpoint

-- What is there already was always so.
INSERT INTO cell_facts (planogram_id, cell, fact, from_at, value) SELECT c.planogram_id, c.cell, f.fact, '-infinity', f.value FROM planogram_cells c CROSS JOIN LATERAL (VALUES ('recipe', c.recipe_id::bigint), ('price', c.price)) f (fact, value);
--> statement-breakpoint
INSERT INTO failed_vends (device_id, id, placement_id, at, day, selection, price, source)
  SELECT e.device_id, md5('failed/' || e.telemetry_id || '/' || e.id)::uuid, 0, e.at, (e.at AT TIME ZONE 'Europe/Kyiv')::date, e.data->>'cell', (e.data->>'price')::bigint, e.data->>'source'
  FROM device_events e WHERE e.kind = 'vend_failed' AND e.device_id IS NOT NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO scans (device_id, id, placement_id, at, day, selection, price, card, code, partner, result, wallet_id, client_id)
  SELECT e.device_id, md5('scan/' || e.telemetry_id || '/' || e.id)::uuid, 0, e.at, (e.at AT TIME ZONE 'Europe/Kyiv')::date, e.data->>'cell', (e.data->>'price')::bigint, e.kind, e.data->>'code', e.data->>'partner', e.data->>'result', w.id, w.client_id
  FROM device_events e LEFT JOIN key_wallets w ON w.key = e.data->>'code' WHERE e.kind IN ('rfid', 'qr', 'partner') AND e.device_id IS NOT NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
SELECT stamp_sales(id, '-infinity') FROM devices ORDER BY id;
--> statement-breakpoint
TRUNCATE sales_by_product_day;
--> statement-breakpoint
INSERT INTO sales_by_product_day (device_id, day, source, placement_id, selection, recipe_id, name, count, amount)
  SELECT device_id, day, source, placement_id, coalesce(selection, ''), recipe_id, max(name), sum(count), sum(amount) FROM sales GROUP BY 1, 2, 3, 4, 5, 6;
