CREATE TABLE "receipt_months" (
	"month" date NOT NULL,
	"placement_id" integer NOT NULL,
	"fiscalised" bigint DEFAULT 0 NOT NULL,
	"waiting" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "receipt_months_month_placement_id_pk" PRIMARY KEY("month","placement_id")
);
--> statement-breakpoint
-- own
-- Adds so much to what receipts of a month and place come to; in one order, so that statements beside each other do not block one another.
CREATE FUNCTION count_receipt(day date, placement integer, kind text, withdrawn boolean, state text, amount bigint, OUT month date, OUT placement_id integer, OUT fiscalised bigint, OUT waiting bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', day)::date, placement,
    CASE WHEN kind = 'sell' AND NOT withdrawn AND state = 'done' THEN amount ELSE 0 END,
    CASE WHEN kind = 'sell' AND NOT withdrawn AND state IN ('queued', 'sent', 'error', 'listed') THEN amount ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION count_made_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipt_months AS m (month, placement_id, fiscalised, waiting)
    SELECT c.month, c.placement_id, sum(c.fiscalised), sum(c.waiting)
    FROM made r CROSS JOIN count_receipt(r.day, r.placement_id, r.kind, r.withdrawn, r.state, r.amount) c
    GROUP BY 1, 2 HAVING sum(c.fiscalised) <> 0 OR sum(c.waiting) <> 0 ORDER BY 1, 2
  ON CONFLICT (month, placement_id) DO UPDATE SET fiscalised = m.fiscalised + excluded.fiscalised, waiting = m.waiting + excluded.waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipt_months AS m (month, placement_id, fiscalised, waiting)
    SELECT x.month, x.placement_id, sum(x.fiscalised), sum(x.waiting) FROM (
      SELECT c.* FROM made r CROSS JOIN count_receipt(r.day, r.placement_id, r.kind, r.withdrawn, r.state, r.amount) c
      UNION ALL SELECT c.month, c.placement_id, -c.fiscalised, -c.waiting FROM gone r CROSS JOIN count_receipt(r.day, r.placement_id, r.kind, r.withdrawn, r.state, r.amount) c) x
    GROUP BY 1, 2 HAVING sum(x.fiscalised) <> 0 OR sum(x.waiting) <> 0 ORDER BY 1, 2
  ON CONFLICT (month, placement_id) DO UPDATE SET fiscalised = m.fiscalised + excluded.fiscalised, waiting = m.waiting + excluded.waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_made_receipts AFTER INSERT ON receipts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_made_receipts();
--> statement-breakpoint
CREATE TRIGGER count_changed_receipts AFTER UPDATE ON receipts REFERENCING NEW TABLE AS made OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_changed_receipts();
--> statement-breakpoint
INSERT INTO receipt_months (month, placement_id, fiscalised, waiting)
  SELECT c.month, c.placement_id, sum(c.fiscalised), sum(c.waiting)
  FROM receipts r CROSS JOIN count_receipt(r.day, r.placement_id, r.kind, r.withdrawn, r.state, r.amount) c
  GROUP BY 1, 2 HAVING sum(c.fiscalised) <> 0 OR sum(c.waiting) <> 0;
--> statement-breakpoint

-- Sales that belong to another place now take their receipts along.
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
  UPDATE receipts s SET placement_id = p.id
    FROM stands(machine) p WHERE s.device_id = machine AND s.day >= (since AT TIME ZONE 'Europe/Kyiv')::date AND s.sold_at >= since AND s.sold_at >= p.from_at AND s.sold_at < p.to_at AND s.placement_id <> p.id;
  IF moved IS NULL THEN RETURN; END IF;
  PERFORM roll_days(machine, moved);
  PERFORM recount_stocks(ARRAY[machine]);
END $$;
