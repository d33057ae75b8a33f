CREATE TABLE "ingredient_prices" (
	"ingredient_id" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"price" bigint NOT NULL,
	"price_type" text NOT NULL,
	"unit" text NOT NULL,
	CONSTRAINT "ingredient_prices_ingredient_id_from_at_pk" PRIMARY KEY("ingredient_id","from_at")
);
--> statement-breakpoint
CREATE TABLE "recipe_contents" (
	"recipe_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"quantity" numeric(12, 2),
	CONSTRAINT "recipe_contents_recipe_id_ingredient_id_from_at_pk" PRIMARY KEY("recipe_id","ingredient_id","from_at")
);
--> statement-breakpoint
CREATE TABLE "recipe_costs" (
	"recipe_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"cost" bigint,
	CONSTRAINT "recipe_costs_recipe_id_from_day_pk" PRIMARY KEY("recipe_id","from_day")
);
--> statement-breakpoint
CREATE INDEX "recipe_contents_ingredient_idx" ON "recipe_contents" USING btree ("ingredient_id");
--> statement-breakpoint

CREATE FUNCTION kyiv_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT (moment AT TIME ZONE 'Europe/Kyiv')::date $$;
--> statement-breakpoint

-- What went into a portion by the end of a day.
CREATE FUNCTION contents_on(recipe integer, on_day date) RETURNS TABLE (ingredient_id integer, quantity numeric) LANGUAGE sql STABLE AS $$
  SELECT c.ingredient_id, c.quantity FROM (
    SELECT DISTINCT ON (x.ingredient_id) x.ingredient_id, x.quantity FROM recipe_contents x
    WHERE x.recipe_id = recipe AND kyiv_day(x.from_at) <= on_day ORDER BY x.ingredient_id, x.from_at DESC) c
  WHERE c.quantity IS NOT NULL
$$;
--> statement-breakpoint

-- The same, and what that cost, in thousandths of a kopeck; null where the price of then is not for what was counted then.
CREATE FUNCTION portion_lines(recipe integer, on_day date)
RETURNS TABLE (ingredient_id integer, quantity numeric, unit text, price bigint, price_type text, cost numeric) LANGUAGE sql STABLE AS $$
  SELECT c.ingredient_id, c.quantity, p.unit, p.price, p.price_type, c.quantity * p.price * CASE p.price_type || ' ' || p.unit
    WHEN 'PER_PIECE PC' THEN 1000 WHEN 'PER_100_ML ML' THEN 10 WHEN 'PER_100_G G' THEN 10 WHEN 'PER_100_G KG' THEN 10000 END
  FROM contents_on(recipe, on_day) c LEFT JOIN LATERAL (
    SELECT y.* FROM ingredient_prices y WHERE y.ingredient_id = c.ingredient_id AND kyiv_day(y.from_at) <= on_day ORDER BY y.from_at DESC LIMIT 1) p ON true
$$;
--> statement-breakpoint

-- The same in one number, rounded once: half a thousandth goes up. What a computer cannot count exactly is no portion's cost.
CREATE FUNCTION portion_cost(recipe integer, on_day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (CASE WHEN bool_and(l.cost IS NOT NULL) AND sum(l.cost) < 9e15 THEN round(sum(l.cost)) END)::bigint FROM portion_lines(recipe, on_day) l
$$;
--> statement-breakpoint

-- What a portion sold on a day cost, in thousandths of a kopeck; null where it cannot be known.
CREATE FUNCTION recipe_cost(recipe integer, on_day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT k.cost FROM recipe_costs k WHERE k.recipe_id = recipe AND k.from_day <= on_day ORDER BY k.from_day DESC LIMIT 1
$$;
--> statement-breakpoint

-- Brings the costs of recipes, from a day on, up to what is said of their contents and prices.
CREATE FUNCTION cost_recipes(which integer[], since date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM recipe_costs k WHERE k.recipe_id = ANY(which) AND k.from_day >= since;
  INSERT INTO recipe_costs (recipe_id, from_day, cost)
  WITH days AS (
    SELECT c.recipe_id, kyiv_day(c.from_at) AS day FROM recipe_contents c WHERE c.recipe_id = ANY(which)
    UNION SELECT c.recipe_id, kyiv_day(p.from_at) FROM recipe_contents c JOIN ingredient_prices p ON p.ingredient_id = c.ingredient_id WHERE c.recipe_id = ANY(which)),
  costs AS (
    SELECT d.recipe_id, d.day, portion_cost(d.recipe_id, d.day) AS cost FROM days d WHERE d.day >= since
    UNION ALL (SELECT DISTINCT ON (k.recipe_id) k.recipe_id, k.from_day, k.cost FROM recipe_costs k WHERE k.recipe_id = ANY(which) ORDER BY k.recipe_id, k.from_day DESC))
  SELECT x.recipe_id, x.day, x.cost FROM (
    SELECT s.*, row_number() OVER w AS place, lag(s.cost) OVER w AS before FROM costs s WINDOW w AS (PARTITION BY s.recipe_id ORDER BY s.day)) x
  WHERE x.day >= since AND (x.place = 1 OR x.cost IS DISTINCT FROM x.before);
END $$;
--> statement-breakpoint

-- The past of an ingredient's price and of its unit, and the costs that follow. At the end of a transaction: what it leaves is what is said.
CREATE FUNCTION cost_ingredient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := holds_from();
  fresh ingredients;
  said ingredient_prices;
BEGIN
  -- One at a time: each sees what the other said.
  LOCK TABLE recipe_costs IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO fresh FROM ingredients i WHERE i.id = NEW.id;
  -- A deletion says nothing of the past.
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO said FROM ingredient_prices p WHERE p.ingredient_id = fresh.id ORDER BY p.from_at DESC LIMIT 1;
  IF NOT FOUND THEN
    since := '-infinity';
    INSERT INTO ingredient_prices VALUES (fresh.id, since, fresh.price, fresh.price_type, fresh.unit);
  ELSIF (said.price, said.price_type, said.unit) = (fresh.price, fresh.price_type, fresh.unit) THEN
    RETURN NULL;
  ELSE
    -- What held then goes on but for what is new: of the unit nothing is said by a price, nor of the price by a unit.
    INSERT INTO ingredient_prices SELECT p.ingredient_id, since, p.price, p.price_type, p.unit FROM ingredient_prices p
      WHERE p.ingredient_id = fresh.id AND p.from_at <= since ORDER BY p.from_at DESC LIMIT 1 ON CONFLICT DO NOTHING;
    IF (said.price, said.price_type) <> (fresh.price, fresh.price_type) THEN
      UPDATE ingredient_prices p SET price = fresh.price, price_type = fresh.price_type WHERE p.ingredient_id = fresh.id AND p.from_at >= since;
    END IF;
    IF said.unit <> fresh.unit THEN
      UPDATE ingredient_prices p SET unit = fresh.unit WHERE p.ingredient_id = fresh.id AND p.from_at >= since;
    END IF;
    DELETE FROM ingredient_prices p USING (
      SELECT y.from_at, (y.price, y.price_type, y.unit) IS NOT DISTINCT FROM lag((y.price, y.price_type, y.unit)) OVER (ORDER BY y.from_at) AS same
      FROM ingredient_prices y WHERE y.ingredient_id = fresh.id) x
    WHERE p.ingredient_id = fresh.id AND p.from_at = x.from_at AND x.same;
  END IF;
  PERFORM cost_recipes(array(SELECT DISTINCT c.recipe_id FROM recipe_contents c WHERE c.ingredient_id = fresh.id), kyiv_day(since));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER cost_ingredient AFTER INSERT ON ingredients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cost_ingredient();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER cost_changed_ingredient AFTER UPDATE OF price, price_type, unit ON ingredients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.price, OLD.price_type, OLD.unit) IS DISTINCT FROM (NEW.price, NEW.price_type, NEW.unit)) EXECUTE FUNCTION cost_ingredient();
--> statement-breakpoint

-- The past of a recipe's contents, ingredient by ingredient, and the costs that follow. A form deletes all rows and inserts them again: only what is left at the end of its transaction is said.
CREATE FUNCTION cost_contents() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF FOUND THEN PERFORM cost_recipes(ARRAY[recipe], kyiv_day(since)); END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER cost_contents AFTER INSERT OR DELETE OR UPDATE ON recipe_ingredients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cost_contents();
--> statement-breakpoint

-- What is there already, and what was deleted: nobody knows of any change.
INSERT INTO ingredient_prices SELECT i.id, '-infinity'::timestamptz, i.price, i.price_type, i.unit FROM ingredients i
  UNION ALL SELECT i.id, '-infinity', i.price, i.price_type, i.unit FROM deleted_records x CROSS JOIN LATERAL jsonb_populate_record(null::ingredients, x.row) i
  WHERE x.entity = 'ingredient' AND x.row IS NOT NULL;
--> statement-breakpoint
INSERT INTO recipe_contents SELECT l.recipe_id, l.ingredient_id, '-infinity'::timestamptz, sum(l.quantity) FROM (
  SELECT recipe_id, ingredient_id, quantity FROM recipe_ingredients
  UNION ALL SELECT i.recipe_id, i.ingredient_id, i.quantity FROM deleted_records x CROSS JOIN LATERAL jsonb_populate_recordset(null::recipe_ingredients, x.nested->'ingredients') i
  WHERE x.entity = 'recipe' AND x.nested ? 'ingredients') l GROUP BY l.recipe_id, l.ingredient_id;
--> statement-breakpoint
SELECT cost_recipes(array(SELECT DISTINCT recipe_id FROM recipe_contents), '-infinity');
