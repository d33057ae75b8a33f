CREATE TABLE "royalty_payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "royalty_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"franchise_id" integer NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"note" text,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "royalty_percents" (
	"franchise_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"percent" numeric(5, 2),
	CONSTRAINT "royalty_percents_franchise_id_from_day_pk" PRIMARY KEY("franchise_id","from_day")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "royalty_payments_key" ON "royalty_payments" USING btree ("author_id","key");--> statement-breakpoint
CREATE INDEX "royalty_payments_franchise_idx" ON "royalty_payments" USING btree ("franchise_id","day");
--> statement-breakpoint
-- own
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON royalty_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- The past of a franchise's percent: from the day of the change on it replaces whatever was said; what is first said was always so.
CREATE FUNCTION hold_royalty() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since date := kyiv_day(holds_from());
  said royalty_percents;
BEGIN
  SELECT * INTO said FROM royalty_percents r WHERE r.franchise_id = NEW.id ORDER BY r.from_day DESC LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO royalty_percents VALUES (NEW.id, '-infinity', NEW.royalty_percent);
  ELSIF said.percent IS DISTINCT FROM NEW.royalty_percent THEN
    DELETE FROM royalty_percents r WHERE r.franchise_id = NEW.id AND r.from_day >= since;
    SELECT * INTO said FROM royalty_percents r WHERE r.franchise_id = NEW.id ORDER BY r.from_day DESC LIMIT 1;
    IF NOT FOUND OR said.percent IS DISTINCT FROM NEW.royalty_percent THEN
      INSERT INTO royalty_percents VALUES (NEW.id, since, NEW.royalty_percent);
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER hold_royalty AFTER INSERT OR UPDATE OF royalty_percent ON franchises FOR EACH ROW EXECUTE FUNCTION hold_royalty();
--> statement-breakpoint

-- What is there already, and what was deleted: nobody knows of any change.
INSERT INTO royalty_percents SELECT f.id, '-infinity'::date, f.royalty_percent FROM franchises f
  UNION ALL SELECT f.id, '-infinity', f.royalty_percent FROM deleted_records x CROSS JOIN LATERAL jsonb_populate_record(null::franchises, x.row) f
  WHERE x.entity = 'franchise' AND x.row IS NOT NULL AND NOT EXISTS (SELECT 1 FROM franchises t WHERE t.id = f.id);
