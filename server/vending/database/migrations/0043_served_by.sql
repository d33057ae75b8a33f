ALTER TABLE "devices" ADD COLUMN "crew_id" integer;--> statement-breakpoint
CREATE INDEX "devices_crew_order" ON "devices" USING btree ("crew_id","id");--> statement-breakpoint

-- own
-- Who serves a machine now is what its last placement says.
CREATE FUNCTION serve_machines(machines integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE devices d SET crew_id = p.crew_id
  FROM (SELECT DISTINCT ON (device_id) device_id, crew_id FROM placements WHERE device_id = ANY(machines) ORDER BY device_id, from_at DESC) p
  WHERE d.id = p.device_id AND d.crew_id IS DISTINCT FROM p.crew_id
$$;
--> statement-breakpoint
CREATE FUNCTION keep_crew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM serve_machines(array(SELECT DISTINCT device_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_crew_insert AFTER INSERT ON placements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_crew();--> statement-breakpoint
CREATE TRIGGER keep_crew_update AFTER UPDATE ON placements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_crew();--> statement-breakpoint
CREATE TRIGGER keep_crew_delete AFTER DELETE ON placements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_crew();--> statement-breakpoint
SELECT serve_machines(array(SELECT id FROM devices));
--> statement-breakpoint
-- place_crew: of a list that changed only the machines that came or went are placed anew, not hundreds because of one.
CREATE OR REPLACE FUNCTION place_crew() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  machines integer[] := CASE TG_OP WHEN 'INSERT' THEN NEW.devices WHEN 'DELETE' THEN OLD.devices ELSE OLD.devices || NEW.devices END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.type = NEW.type THEN
    machines := array(SELECT m FROM unnest(machines) m WHERE (m = ANY(OLD.devices)) <> (m = ANY(NEW.devices)));
  END IF;
  PERFORM hold_crews(machines);
  IF TG_OP <> 'DELETE' AND hold('crew', NEW.id, 'replaced_by', NEW.replaced_by_id) THEN machines := machines || machines_of_crew(NEW.id); END IF;
  PERFORM place_machines(machines);
  RETURN NULL;
END $$;
