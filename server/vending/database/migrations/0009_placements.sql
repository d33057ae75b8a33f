CREATE TABLE "placements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "placements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"location_id" integer,
	"project_id" integer,
	"company_id" integer,
	"franchise_id" integer,
	"division_id" integer,
	"location_group_id" integer,
	"crew_id" integer,
	"planogram_id" integer
);
--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "placements_key" ON "placements" USING btree ("device_id","from_at");--> statement-breakpoint
CREATE INDEX "placements_location_idx" ON "placements" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "placements_project_idx" ON "placements" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "placements_franchise_idx" ON "placements" USING btree ("franchise_id");--> statement-breakpoint
CREATE INDEX "placements_crew_idx" ON "placements" USING btree ("crew_id");--> statement-breakpoint

CREATE TABLE "held_facts" (
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"field" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"value" integer,
	CONSTRAINT "held_facts_subject_subject_id_field_from_at_pk" PRIMARY KEY("subject","subject_id","field","from_at")
);
--> statement-breakpoint
CREATE INDEX "held_facts_value_idx" ON "held_facts" USING btree ("subject","field","value");--> statement-breakpoint

-- Since when what a transaction changes holds: what it says (`vending.holds_from`), never what is to come; else now.
CREATE FUNCTION holds_from() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(coalesce(nullif(current_setting('vending.holds_from', true), '')::timestamptz, now()), now())
$$;
--> statement-breakpoint

-- hold: a fact has this value from then on; the first one that is known of it was always so. False when it is not new.
CREATE FUNCTION hold(what text, which integer, fact text, given integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := holds_from();
  last held_facts;
BEGIN
  SELECT * INTO last FROM held_facts h WHERE h.subject = what AND h.subject_id = which AND h.field = fact ORDER BY h.from_at DESC LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO held_facts VALUES (what, which, fact, '-infinity', given);
    RETURN true;
  END IF;
  IF last.value IS NOT DISTINCT FROM given THEN RETURN false; END IF;
  DELETE FROM held_facts h WHERE h.subject = what AND h.subject_id = which AND h.field = fact AND h.from_at >= since;
  INSERT INTO held_facts VALUES (what, which, fact, since, given);
  RETURN true;
END $$;
--> statement-breakpoint

-- The value that a fact had at a moment.
CREATE FUNCTION held(what text, which integer, fact text, moment timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT h.value FROM held_facts h WHERE h.subject = what AND h.subject_id = which AND h.field = fact AND h.from_at <= moment ORDER BY h.from_at DESC LIMIT 1
$$;
--> statement-breakpoint

-- Gives a machine's sales since a moment the placement that held when they were made, and their days the rollup that follows from it.
CREATE FUNCTION stamp_sales(machine integer, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved date[];
BEGIN
  WITH held AS (SELECT id, from_at, lead(from_at, 1, 'infinity') OVER (ORDER BY from_at) AS to_at FROM placements WHERE device_id = machine),
  stamped AS (
    UPDATE sales s SET placement_id = h.id FROM held h
    WHERE s.device_id = machine AND s.sold_at >= since AND s.sold_at >= h.from_at AND s.sold_at < h.to_at AND s.placement_id <> h.id RETURNING s.day)
  SELECT array_agg(DISTINCT day) INTO moved FROM stamped;
  IF moved IS NULL THEN RETURN; END IF;
  DELETE FROM sales_by_device_day WHERE device_id = machine AND day = ANY(moved);
  INSERT INTO sales_by_device_day (device_id, day, source, placement_id, count, amount)
    SELECT device_id, day, source, placement_id, sum(count), sum(amount) FROM sales WHERE device_id = machine AND day = ANY(moved) GROUP BY 1, 2, 3, 4;
END $$;
--> statement-breakpoint

-- The placements of a machine as the facts have them: one begins wherever something that it names changed.
CREATE FUNCTION placements_of(machine integer) RETURNS SETOF placements LANGUAGE sql STABLE AS $$
  WITH places AS (SELECT value AS id FROM held_facts WHERE subject = 'device' AND subject_id = machine AND field = 'location'),
  of_places AS (SELECT field, from_at, value FROM held_facts h WHERE h.subject = 'location' AND h.subject_id IN (SELECT id FROM places)),
  moments AS (
    SELECT from_at FROM held_facts WHERE subject = 'device' AND subject_id = machine
    UNION SELECT from_at FROM of_places
    UNION SELECT h.from_at FROM held_facts h JOIN of_places o ON o.value = h.subject_id
      WHERE (o.field = 'project' AND h.subject = 'project') OR (o.field = 'location_group' AND h.subject = 'location_group')),
  stood AS (SELECT from_at, held('device', machine, 'location', from_at) AS location FROM moments),
  owned AS (
    SELECT s.*, held('location', location, 'project', from_at) AS project, held('location', location, 'location_group', from_at) AS location_group FROM stood s),
  named AS (
    SELECT from_at, location, project, coalesce(held('location', location, 'company', from_at), held('project', project, 'company', from_at)) AS company,
      held('location', location, 'franchise', from_at) AS franchise, held('location', location, 'division', from_at) AS division, location_group,
      coalesce(held('device', machine, 'crew', from_at), held('location_group', location_group, 'crew', from_at)) AS crew, held('device', machine, 'planogram', from_at) AS planogram
    FROM owned)
  SELECT 0, machine, from_at, location, project, company, franchise, division, location_group, crew, planogram FROM (
    SELECT n.*, (location, project, company, franchise, division, location_group, crew, planogram)
      IS NOT DISTINCT FROM lag((location, project, company, franchise, division, location_group, crew, planogram)) OVER (ORDER BY from_at)
      AND from_at > '-infinity' AS same FROM named n) x WHERE NOT same
$$;
--> statement-breakpoint

-- Brings the placements of machines up to what the facts say, and their sales to those.
CREATE FUNCTION place_machines(machines integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  machine integer;
  since timestamptz;
BEGIN
  -- Sales are booked under the lock of their machine.
  PERFORM 1 FROM devices d WHERE d.id = ANY(machines) ORDER BY d.id FOR NO KEY UPDATE;
  FOREACH machine IN ARRAY array(SELECT d.id FROM devices d WHERE d.id = ANY(machines) ORDER BY d.id) LOOP
    WITH fresh AS MATERIALIZED (SELECT * FROM placements_of(machine)),
    gone AS (DELETE FROM placements p WHERE p.device_id = machine AND NOT EXISTS (SELECT 1 FROM fresh f WHERE f.from_at = p.from_at) RETURNING p.from_at),
    come AS (
      INSERT INTO placements AS p (device_id, from_at, location_id, project_id, company_id, franchise_id, division_id, location_group_id, crew_id, planogram_id)
      SELECT device_id, from_at, location_id, project_id, company_id, franchise_id, division_id, location_group_id, crew_id, planogram_id FROM fresh
      ON CONFLICT (device_id, from_at) DO UPDATE SET (location_id, project_id, company_id, franchise_id, division_id, location_group_id, crew_id, planogram_id)
        = (excluded.location_id, excluded.project_id, excluded.company_id, excluded.franchise_id, excluded.division_id, excluded.location_group_id, excluded.crew_id, excluded.planogram_id)
      WHERE (p.location_id, p.project_id, p.company_id, p.franchise_id, p.division_id, p.location_group_id, p.crew_id, p.planogram_id)
        IS DISTINCT FROM (excluded.location_id, excluded.project_id, excluded.company_id, excluded.franchise_id, excluded.division_id, excluded.location_group_id, excluded.crew_id, excluded.planogram_id)
      RETURNING p.from_at)
    SELECT min(from_at) INTO since FROM (SELECT from_at FROM gone UNION ALL SELECT from_at FROM come) x;
    IF since IS NOT NULL THEN PERFORM stamp_sales(machine, since); END IF;
  END LOOP;
END $$;
--> statement-breakpoint

-- The crew that serves a machine: of several that list it the first, a replacement after any other.
CREATE FUNCTION hold_crews(machines integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT hold('device', d.id, 'crew', (SELECT c.id FROM crews c WHERE c.devices @> ARRAY[d.id] ORDER BY c.type <> 'CREW', c.id LIMIT 1))
  FROM devices d WHERE d.id = ANY(machines)
$$;
--> statement-breakpoint

-- The group of a location: of several that list it the first.
CREATE FUNCTION hold_groups(places integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT hold('location', l.id, 'location_group', (SELECT g.id FROM location_groups g WHERE g.locations @> ARRAY[l.id] ORDER BY g.id LIMIT 1))
  FROM locations l WHERE l.id = ANY(places)
$$;
--> statement-breakpoint

-- Machines that stood at some of these places, whenever that was.
CREATE FUNCTION machines_at(places integer[]) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT DISTINCT subject_id FROM held_facts WHERE subject = 'device' AND field = 'location' AND value = ANY(places))
$$;
--> statement-breakpoint

CREATE FUNCTION place_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold('device', NEW.id, 'location', NEW.location_id), hold('device', NEW.id, 'planogram', NEW.planogram_id);
  PERFORM hold_crews(ARRAY[NEW.id]);
  PERFORM place_machines(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_device AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION place_device();
--> statement-breakpoint
CREATE TRIGGER place_moved_device AFTER UPDATE OF location_id, planogram_id ON devices FOR EACH ROW
  WHEN ((OLD.location_id, OLD.planogram_id) IS DISTINCT FROM (NEW.location_id, NEW.planogram_id)) EXECUTE FUNCTION place_device();
--> statement-breakpoint

CREATE FUNCTION place_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold('location', NEW.id, 'project', NEW.project_id), hold('location', NEW.id, 'company', NEW.company_id),
    hold('location', NEW.id, 'franchise', NEW.franchise_id), hold('location', NEW.id, 'division', NEW.division_id);
  PERFORM hold_groups(ARRAY[NEW.id]);
  PERFORM place_machines(machines_at(ARRAY[NEW.id]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_location AFTER INSERT ON locations FOR EACH ROW EXECUTE FUNCTION place_location();
--> statement-breakpoint
CREATE TRIGGER place_changed_location AFTER UPDATE OF project_id, company_id, franchise_id, division_id ON locations FOR EACH ROW
  WHEN ((OLD.project_id, OLD.company_id, OLD.franchise_id, OLD.division_id) IS DISTINCT FROM (NEW.project_id, NEW.company_id, NEW.franchise_id, NEW.division_id)) EXECUTE FUNCTION place_location();
--> statement-breakpoint

CREATE FUNCTION place_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM hold('project', NEW.id, 'company', NEW.company_id);
  PERFORM place_machines(machines_at(array(SELECT subject_id FROM held_facts WHERE subject = 'location' AND field = 'project' AND value = NEW.id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_project AFTER INSERT OR UPDATE OF company_id ON projects FOR EACH ROW EXECUTE FUNCTION place_project();
--> statement-breakpoint

CREATE FUNCTION place_crew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  machines integer[] := CASE TG_OP WHEN 'INSERT' THEN NEW.devices WHEN 'DELETE' THEN OLD.devices ELSE OLD.devices || NEW.devices END;
BEGIN
  PERFORM hold_crews(machines);
  PERFORM place_machines(machines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_crew AFTER INSERT OR DELETE OR UPDATE OF devices, type ON crews FOR EACH ROW EXECUTE FUNCTION place_crew();
--> statement-breakpoint

CREATE FUNCTION place_location_group() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  places integer[] := CASE TG_OP WHEN 'INSERT' THEN NEW.locations WHEN 'DELETE' THEN OLD.locations ELSE OLD.locations || NEW.locations END;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM hold('location_group', NEW.id, 'crew', NEW.crew_id);
    places := places || array(SELECT subject_id FROM held_facts WHERE subject = 'location' AND field = 'location_group' AND value = NEW.id);
  END IF;
  PERFORM hold_groups(places);
  PERFORM place_machines(machines_at(places));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER place_location_group AFTER INSERT OR DELETE OR UPDATE OF locations, crew_id ON location_groups FOR EACH ROW EXECUTE FUNCTION place_location_group();
--> statement-breakpoint

-- What is there already: nobody knows of any move.
INSERT INTO held_facts SELECT 'device', d.id, f.field, '-infinity', f.value FROM devices d CROSS JOIN LATERAL (VALUES ('location', d.location_id), ('planogram', d.planogram_id)) f (field, value);
--> statement-breakpoint
INSERT INTO held_facts SELECT 'location', l.id, f.field, '-infinity', f.value FROM locations l
  CROSS JOIN LATERAL (VALUES ('project', l.project_id), ('company', l.company_id), ('franchise', l.franchise_id), ('division', l.division_id)) f (field, value);
--> statement-breakpoint
INSERT INTO held_facts SELECT 'project', id, 'company', '-infinity', company_id FROM projects;
--> statement-breakpoint
INSERT INTO held_facts SELECT 'location_group', id, 'crew', '-infinity', crew_id FROM location_groups;
--> statement-breakpoint
SELECT hold_crews(array(SELECT id FROM devices)), hold_groups(array(SELECT id FROM locations));
--> statement-breakpoint
INSERT INTO placements (device_id, from_at, location_id, project_id, company_id, franchise_id, division_id, location_group_id, crew_id, planogram_id)
  SELECT p.device_id, p.from_at, p.location_id, p.project_id, p.company_id, p.franchise_id, p.division_id, p.location_group_id, p.crew_id, p.planogram_id
  FROM devices d CROSS JOIN LATERAL placements_of(d.id) p;
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "placement_id" integer;--> statement-breakpoint
UPDATE sales s SET placement_id = p.id FROM placements p WHERE p.device_id = s.device_id;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "placement_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_by_device_day" ADD COLUMN "placement_id" integer;--> statement-breakpoint
UPDATE sales_by_device_day s SET placement_id = p.id FROM placements p WHERE p.device_id = s.device_id;--> statement-breakpoint
ALTER TABLE "sales_by_device_day" ALTER COLUMN "placement_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_by_device_day" DROP CONSTRAINT "sales_by_device_day_device_id_day_source_pk";--> statement-breakpoint
ALTER TABLE "sales_by_device_day" ADD CONSTRAINT "sales_by_device_day_device_id_day_source_placement_id_pk" PRIMARY KEY("device_id","day","source","placement_id");
