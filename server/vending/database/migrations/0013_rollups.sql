CREATE TABLE "products_by_placement" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"placement_id" integer NOT NULL,
	"recipe_id" integer,
	"selection" text NOT NULL,
	"name" text NOT NULL,
	"cash_count" bigint NOT NULL,
	"cash_amount" bigint NOT NULL,
	"cashless1_count" bigint NOT NULL,
	"cashless1_amount" bigint NOT NULL,
	"cashless2_count" bigint NOT NULL,
	"cashless2_amount" bigint NOT NULL,
	"token_count" bigint NOT NULL,
	"token_amount" bigint NOT NULL,
	"unknown_count" bigint NOT NULL,
	"unknown_amount" bigint NOT NULL,
	"test_count" bigint NOT NULL,
	"free_count" bigint NOT NULL,
	"failed_count" bigint NOT NULL,
	CONSTRAINT "products_by_placement_key" UNIQUE NULLS NOT DISTINCT("step","from_day","placement_id","recipe_id","selection","name")
);
--> statement-breakpoint
CREATE TABLE "products_by_territory" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"territory_id" integer NOT NULL,
	"recipe_id" integer,
	"selection" text NOT NULL,
	"name" text NOT NULL,
	"cash_count" bigint NOT NULL,
	"cash_amount" bigint NOT NULL,
	"cashless1_count" bigint NOT NULL,
	"cashless1_amount" bigint NOT NULL,
	"cashless2_count" bigint NOT NULL,
	"cashless2_amount" bigint NOT NULL,
	"token_count" bigint NOT NULL,
	"token_amount" bigint NOT NULL,
	"unknown_count" bigint NOT NULL,
	"unknown_amount" bigint NOT NULL,
	"test_count" bigint NOT NULL,
	"free_count" bigint NOT NULL,
	"failed_count" bigint NOT NULL,
	CONSTRAINT "products_by_territory_key" UNIQUE NULLS NOT DISTINCT("step","from_day","territory_id","recipe_id","selection","name")
);
--> statement-breakpoint
CREATE TABLE "sales_by_placement" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"placement_id" integer NOT NULL,
	"cash_count" bigint NOT NULL,
	"cash_amount" bigint NOT NULL,
	"cashless1_count" bigint NOT NULL,
	"cashless1_amount" bigint NOT NULL,
	"cashless2_count" bigint NOT NULL,
	"cashless2_amount" bigint NOT NULL,
	"token_count" bigint NOT NULL,
	"token_amount" bigint NOT NULL,
	"unknown_count" bigint NOT NULL,
	"unknown_amount" bigint NOT NULL,
	"test_count" bigint NOT NULL,
	"free_count" bigint NOT NULL,
	"failed_count" bigint NOT NULL,
	CONSTRAINT "sales_by_placement_key" UNIQUE("step","from_day","placement_id")
);
--> statement-breakpoint
CREATE TABLE "sales_by_territory" (
	"step" text NOT NULL,
	"from_day" date NOT NULL,
	"territory_id" integer NOT NULL,
	"cash_count" bigint NOT NULL,
	"cash_amount" bigint NOT NULL,
	"cashless1_count" bigint NOT NULL,
	"cashless1_amount" bigint NOT NULL,
	"cashless2_count" bigint NOT NULL,
	"cashless2_amount" bigint NOT NULL,
	"token_count" bigint NOT NULL,
	"token_amount" bigint NOT NULL,
	"unknown_count" bigint NOT NULL,
	"unknown_amount" bigint NOT NULL,
	"test_count" bigint NOT NULL,
	"free_count" bigint NOT NULL,
	"failed_count" bigint NOT NULL,
	CONSTRAINT "sales_by_territory_key" UNIQUE("step","from_day","territory_id")
);
--> statement-breakpoint
CREATE TABLE "sales_changes" (
	"day" date NOT NULL,
	"placement_id" integer NOT NULL,
	"territory_id" integer NOT NULL,
	"recipe_id" integer,
	"selection" text,
	"name" text,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "territories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "territories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer,
	"company_id" integer,
	"franchise_id" integer,
	"division_id" integer,
	"location_group_id" integer,
	"crew_id" integer,
	CONSTRAINT "territories_key" UNIQUE NULLS NOT DISTINCT("project_id","company_id","franchise_id","division_id","location_group_id","crew_id")
);
--> statement-breakpoint
DROP TABLE "sales_by_day" CASCADE;--> statement-breakpoint
DROP TABLE "sales_days_changed" CASCADE;--> statement-breakpoint
ALTER TABLE "crews" ADD COLUMN "replaced_by_id" integer;--> statement-breakpoint
ALTER TABLE "crews" ADD CONSTRAINT "crews_replaced_by_id_crews_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."crews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crews_replaced_by_idx" ON "crews" USING btree ("replaced_by_id");--> statement-breakpoint
ALTER TABLE "placements" ADD COLUMN "territory_id" integer;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD COLUMN "territory_id" integer;--> statement-breakpoint
ALTER TABLE "failed_vends" ADD COLUMN "territory_id" integer;
--> statement-breakpoint

CREATE FUNCTION territory_of(of placements) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found_id integer;
BEGIN
  LOOP
    SELECT t.id INTO found_id FROM territories t
      WHERE (t.project_id, t.company_id, t.franchise_id, t.division_id, t.location_group_id, t.crew_id)
        IS NOT DISTINCT FROM (of.project_id, of.company_id, of.franchise_id, of.division_id, of.location_group_id, of.crew_id);
    IF FOUND THEN RETURN found_id; END IF;
    INSERT INTO territories (project_id, company_id, franchise_id, division_id, location_group_id, crew_id)
      VALUES (of.project_id, of.company_id, of.franchise_id, of.division_id, of.location_group_id, of.crew_id) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION name_territory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.territory_id := territory_of(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER name_territory BEFORE INSERT OR UPDATE ON placements FOR EACH ROW EXECUTE FUNCTION name_territory();
--> statement-breakpoint
-- placements_of: while another crew replaces one, it serves that one's machines.
CREATE OR REPLACE FUNCTION placements_of(machine integer) RETURNS SETOF placements LANGUAGE sql STABLE AS $$
  WITH places AS (SELECT value AS id FROM held_facts WHERE subject = 'device' AND subject_id = machine AND field = 'location'),
  of_places AS (SELECT field, from_at, value FROM held_facts h WHERE h.subject = 'location' AND h.subject_id IN (SELECT id FROM places)),
  moments AS (
    SELECT from_at FROM held_facts WHERE subject = 'device' AND subject_id = machine
    UNION SELECT from_at FROM of_places
    UNION SELECT h.from_at FROM held_facts h JOIN of_places o ON o.value = h.subject_id
      WHERE (o.field = 'project' AND h.subject = 'project') OR (o.field = 'location_group' AND h.subject = 'location_group')
    UNION SELECT h.from_at FROM held_facts h WHERE h.subject = 'crew' AND h.subject_id IN (
      SELECT value FROM held_facts d WHERE d.subject = 'device' AND d.subject_id = machine AND d.field = 'crew'
      UNION SELECT g.value FROM held_facts g JOIN of_places o ON o.field = 'location_group' AND o.value = g.subject_id WHERE g.subject = 'location_group' AND g.field = 'crew')),
  stood AS (SELECT from_at, held('device', machine, 'location', from_at) AS location FROM moments),
  owned AS (
    SELECT s.*, held('location', location, 'project', from_at) AS project, held('location', location, 'location_group', from_at) AS location_group FROM stood s),
  served AS (
    SELECT o.*, coalesce(held('device', machine, 'crew', from_at), held('location_group', location_group, 'crew', from_at)) AS own_crew FROM owned o),
  named AS (
    SELECT from_at, location, project, coalesce(held('location', location, 'company', from_at), held('project', project, 'company', from_at)) AS company,
      held('location', location, 'franchise', from_at) AS franchise, held('location', location, 'division', from_at) AS division, location_group,
      coalesce(held('crew', own_crew, 'replaced_by', from_at), own_crew) AS crew, held('device', machine, 'planogram', from_at) AS planogram
    FROM served)
  SELECT 0, machine, from_at, location, project, company, franchise, division, location_group, crew, planogram, NULL::integer FROM (
    SELECT n.*, (location, project, company, franchise, division, location_group, crew, planogram)
      IS NOT DISTINCT FROM lag((location, project, company, franchise, division, location_group, crew, planogram)) OVER (ORDER BY from_at)
      AND from_at > '-infinity' AS same FROM named n) x WHERE NOT same
$$;
--> statement-breakpoint

-- Machines that a crew served or would have served, whenever that was.
CREATE FUNCTION machines_of_crew(which integer) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT subject_id FROM held_facts WHERE subject = 'device' AND field = 'crew' AND value = which)
    || machines_at(array(SELECT l.subject_id FROM held_facts l JOIN held_facts g ON g.subject = 'location_group' AND g.subject_id = l.value AND g.field = 'crew' AND g.value = which
      WHERE l.subject = 'location' AND l.field = 'location_group'))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION place_crew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  machines integer[] := CASE TG_OP WHEN 'INSERT' THEN NEW.devices WHEN 'DELETE' THEN OLD.devices ELSE OLD.devices || NEW.devices END;
BEGIN
  PERFORM hold_crews(machines);
  IF TG_OP <> 'DELETE' AND hold('crew', NEW.id, 'replaced_by', NEW.replaced_by_id) THEN machines := machines || machines_of_crew(NEW.id); END IF;
  PERFORM place_machines(machines);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER place_crew ON crews;--> statement-breakpoint
CREATE TRIGGER place_crew AFTER INSERT OR DELETE OR UPDATE OF devices, type, replaced_by_id ON crews FOR EACH ROW EXECUTE FUNCTION place_crew();
--> statement-breakpoint
INSERT INTO held_facts SELECT 'crew', id, 'replaced_by', '-infinity', NULL FROM crews;--> statement-breakpoint
UPDATE placements SET from_at = from_at;--> statement-breakpoint
UPDATE sales_by_product_day s SET territory_id = p.territory_id FROM placements p WHERE p.id = s.placement_id;--> statement-breakpoint
UPDATE failed_vends s SET territory_id = p.territory_id FROM placements p WHERE p.id = s.placement_id;--> statement-breakpoint
ALTER TABLE "placements" ALTER COLUMN "territory_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ALTER COLUMN "territory_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "failed_vends" ALTER COLUMN "territory_id" SET NOT NULL;
--> statement-breakpoint

-- Sales of a placement that belongs to others now belong to them.
CREATE FUNCTION pass_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sales_by_product_day SET territory_id = NEW.territory_id WHERE device_id = NEW.device_id AND placement_id = NEW.id;
  UPDATE failed_vends SET territory_id = NEW.territory_id WHERE device_id = NEW.device_id AND placement_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pass_on AFTER UPDATE ON placements FOR EACH ROW WHEN (OLD.territory_id <> NEW.territory_id) EXECUTE FUNCTION pass_on();
--> statement-breakpoint

-- What rollups are made of.
CREATE VIEW daily_facts AS
  SELECT day, placement_id, territory_id, recipe_id, selection, name, source, count, amount FROM sales_by_product_day
  UNION ALL SELECT day, placement_id, territory_id, recipe_id, selection, NULL, 'failed', 1, 0 FROM failed_vends;
--> statement-breakpoint

-- note_change: writes down by what daily facts change.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO sales_changes SELECT day, placement_id, territory_id, recipe_id, selection, name, source, -count, -amount FROM gone;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO sales_changes SELECT day, placement_id, territory_id, recipe_id, selection, name, source, count, amount FROM fresh;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_insert AFTER INSERT ON sales_by_product_day REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_change();--> statement-breakpoint
CREATE TRIGGER note_update AFTER UPDATE ON sales_by_product_day REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_change();--> statement-breakpoint
CREATE TRIGGER note_delete AFTER DELETE ON sales_by_product_day REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_change();
--> statement-breakpoint
CREATE FUNCTION note_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO sales_changes SELECT day, placement_id, territory_id, recipe_id, selection, NULL, 'failed', -1, 0 FROM gone;
  END IF;
  INSERT INTO sales_changes SELECT day, placement_id, territory_id, recipe_id, selection, NULL, 'failed', 1, 0 FROM fresh;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_insert AFTER INSERT ON failed_vends REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_failed();--> statement-breakpoint
CREATE TRIGGER note_update AFTER UPDATE ON failed_vends REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION note_failed();
--> statement-breakpoint

-- What vends of a day take from a machine's slots: pieces from the cell, what the recipe had in it then from the bunkers.
DROP FUNCTION takes(text, integer, bigint);--> statement-breakpoint
CREATE FUNCTION takes(selection text, recipe integer, vends bigint, on_day date) RETURNS TABLE (slot text, used real) LANGUAGE sql STABLE AS $$
  SELECT 'cell:' || selection, vends::real WHERE selection IS NOT NULL
  UNION ALL SELECT 'bunker:' || c.ingredient_id, (c.quantity * vends)::real FROM contents_on(recipe, on_day) c
$$;
--> statement-breakpoint
-- recount_stocks: counts anew what machines used since each slot was filled, from the sales since: those of a recipe and day at once.
CREATE OR REPLACE FUNCTION recount_stocks(machines integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE device_stocks s SET used = u.used FROM (
    SELECT f.device_id, f.slot, coalesce(sum(t.used), 0) AS used
    FROM device_stocks f LEFT JOIN (
      SELECT m.device_id, m.filled_at, t.slot, t.used
      FROM (SELECT DISTINCT d.device_id, d.filled_at FROM device_stocks d WHERE d.device_id = ANY(machines)) m
      CROSS JOIN LATERAL (
        SELECT x.selection, x.recipe_id, x.day, sum(x.count)::bigint AS count FROM sales x
        WHERE x.device_id = m.device_id AND x.sold_at > m.filled_at GROUP BY 1, 2, 3) n
      CROSS JOIN LATERAL takes(n.selection, n.recipe_id, n.count, n.day) t) t
      ON t.device_id = f.device_id AND t.filled_at = f.filled_at AND t.slot = f.slot
    WHERE f.device_id = ANY(machines) GROUP BY 1, 2) u
  WHERE s.device_id = u.device_id AND s.slot = u.slot AND s.used IS DISTINCT FROM u.used
$$;
--> statement-breakpoint
-- Counts anew what machines used that ever had a recipe in a cell.
CREATE FUNCTION recount_users(recipe integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  machines integer[] := array(SELECT DISTINCT p.device_id FROM cell_facts c JOIN placements p ON p.planogram_id = c.planogram_id WHERE c.fact = 'recipe' AND c.value = recipe);
BEGIN
  PERFORM 1 FROM devices d WHERE d.id = ANY(machines) ORDER BY d.id FOR NO KEY UPDATE;
  PERFORM recount_stocks(machines);
END $$;
--> statement-breakpoint
-- cost_contents: the past of a recipe's contents, ingredient by ingredient, and the costs and levels that follow. A form deletes all rows and inserts them again: only what is left at the end of its transaction is said.
CREATE OR REPLACE FUNCTION cost_contents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
  recipe integer;
  ingredient integer;
  amount numeric;
BEGIN
  LOCK TABLE recipe_costs IN SHARE ROW EXCLUSIVE MODE;
  FOR recipe IN SELECT r.id FROM recipes r WHERE r.id IN (OLD.recipe_id, NEW.recipe_id) LOOP
    since := CASE WHEN EXISTS (SELECT FROM recipe_contents c WHERE c.recipe_id = recipe) THEN holds_from() ELSE '-infinity' END;
    FOR ingredient, amount IN
      WITH said AS (SELECT DISTINCT ON (c.ingredient_id) c.ingredient_id, c.quantity FROM recipe_contents c WHERE c.recipe_id = recipe ORDER BY c.ingredient_id, c.from_at DESC),
      present AS (SELECT i.ingredient_id, sum(i.quantity) AS quantity FROM recipe_ingredients i WHERE i.recipe_id = recipe GROUP BY i.ingredient_id)
      SELECT ingredient_id, p.quantity FROM said s FULL JOIN present p USING (ingredient_id) WHERE s.quantity IS DISTINCT FROM p.quantity
    LOOP
      DELETE FROM recipe_contents c WHERE c.recipe_id = recipe AND c.ingredient_id = ingredient AND c.from_at >= since;
      INSERT INTO recipe_contents SELECT recipe, ingredient, since, amount WHERE amount IS DISTINCT FROM (
        SELECT c.quantity FROM recipe_contents c WHERE c.recipe_id = recipe AND c.ingredient_id = ingredient ORDER BY c.from_at DESC LIMIT 1);
    END LOOP;
    IF NOT FOUND THEN CONTINUE; END IF;
    PERFORM cost_recipes(ARRAY[recipe], kyiv_day(since));
    -- Of what was sold by then something else was used.
    IF since < now() THEN PERFORM recount_users(recipe); END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE OR REPLACE FUNCTION roll_days(machine integer, days date[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := (SELECT min(d) FROM unnest(days) d);
BEGIN
  DELETE FROM sales_by_device_day r WHERE r.device_id = machine AND r.day >= first AND r.day = ANY(days);
  DELETE FROM sales_by_product_day r WHERE r.device_id = machine AND r.day >= first AND r.day = ANY(days);
  -- A sale is of the day on which it was sold: looking back further than the first of them finds nothing.
  INSERT INTO sales_by_device_day (device_id, day, source, placement_id, count, amount)
    SELECT device_id, day, source, placement_id, sum(count), sum(amount) FROM sales
    WHERE device_id = machine AND sold_at >= first::timestamp AT TIME ZONE 'Europe/Kyiv' AND day = ANY(days) GROUP BY 1, 2, 3, 4;
  INSERT INTO sales_by_product_day (device_id, day, source, placement_id, territory_id, selection, recipe_id, name, count, amount)
    SELECT s.device_id, day, source, placement_id, p.territory_id, coalesce(selection, ''), recipe_id, max(name), sum(count), sum(amount)
    FROM sales s JOIN placements p ON p.id = s.placement_id
    WHERE s.device_id = machine AND sold_at >= first::timestamp AT TIME ZONE 'Europe/Kyiv' AND day = ANY(days) GROUP BY 1, 2, 3, 4, 5, 6, 7;
END $$;
--> statement-breakpoint

-- stamp_sales: failed vends go with their placement to whom that belongs to.
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
  UPDATE failed_vends s SET placement_id = p.id, territory_id = t.territory_id, recipe_id = recipe_held(p.planogram_id, s.selection, s.at)
    FROM stands(machine) p JOIN placements t ON t.id = p.id WHERE s.device_id = machine AND s.at >= since AND s.at >= p.from_at AND s.at < p.to_at
      AND (s.placement_id, s.recipe_id) IS DISTINCT FROM (p.id, recipe_held(p.planogram_id, s.selection, s.at));
  IF moved IS NULL THEN RETURN; END IF;
  PERFORM roll_days(machine, moved);
  PERFORM recount_stocks(ARRAY[machine]);
END $$;
--> statement-breakpoint
-- Folded when the service starts.
INSERT INTO sales_changes SELECT * FROM daily_facts;
