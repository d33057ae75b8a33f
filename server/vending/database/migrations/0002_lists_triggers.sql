-- What lists count, search and sort by is kept in columns. These keep it, whoever writes.

-- keep_count(table, column, link): how many rows refer to a record of `table` by `link` stands in its `column`.
CREATE FUNCTION keep_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %I AS id, 1 AS n FROM added', TG_ARGV[2])
    WHEN 'DELETE' THEN format('SELECT %I AS id, -1 AS n FROM removed', TG_ARGV[2])
    ELSE format('SELECT %1$I AS id, 1 AS n FROM added UNION ALL SELECT %1$I, -1 FROM removed', TG_ARGV[2])
  END;
BEGIN
  -- Locked in the order of ids, so that two writers wait for each other and never both.
  EXECUTE format('
    UPDATE %1$I p SET %2$I = p.%2$I + locked.n FROM (
      SELECT q.id, c.n FROM %1$I q JOIN (SELECT id, sum(n) AS n FROM (%3$s) x GROUP BY id HAVING sum(n) <> 0) c ON c.id = q.id ORDER BY q.id FOR NO KEY UPDATE OF q
    ) locked WHERE p.id = locked.id', TG_ARGV[0], TG_ARGV[1], change);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_count_added AFTER INSERT ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_count('locations', 'devices_count', 'location_id');
--> statement-breakpoint
CREATE TRIGGER keep_count_removed AFTER DELETE ON devices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_count('locations', 'devices_count', 'location_id');
--> statement-breakpoint
CREATE TRIGGER keep_count_moved AFTER UPDATE ON devices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_count('locations', 'devices_count', 'location_id');
--> statement-breakpoint
CREATE TRIGGER keep_count_added AFTER INSERT ON key_wallets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_count('key_clients', 'wallets_count', 'client_id');
--> statement-breakpoint
CREATE TRIGGER keep_count_removed AFTER DELETE ON key_wallets REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_count('key_clients', 'wallets_count', 'client_id');
--> statement-breakpoint
CREATE TRIGGER keep_count_moved AFTER UPDATE ON key_wallets REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_count('key_clients', 'wallets_count', 'client_id');
--> statement-breakpoint

-- Machines carry the project and the franchise of their place, by which they are restricted. Their search looks at the
-- titles of their place and model too. Telemetry units carry the place and the number of their machine in the same way.
CREATE FUNCTION keep_device() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place locations;
BEGIN
  SELECT * INTO place FROM locations l WHERE l.id = NEW.location_id;
  NEW.project_id := place.project_id;
  NEW.franchise_id := place.franchise_id;
  NEW.search := lower(concat_ws(' ', NEW.serial_number, place.name, place.city, (SELECT m.name FROM device_models m WHERE m.id = NEW.model_id)));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_telemetry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  machine devices;
BEGIN
  SELECT * INTO machine FROM devices d WHERE d.id = NEW.device_id;
  NEW.location_id := machine.location_id;
  NEW.project_id := machine.project_id;
  NEW.franchise_id := machine.franchise_id;
  NEW.search := lower(concat_ws(' ', NEW.serial, machine.serial_number));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_device BEFORE INSERT OR UPDATE OF serial_number, location_id, model_id ON devices FOR EACH ROW EXECUTE FUNCTION keep_device();
--> statement-breakpoint
CREATE TRIGGER keep_telemetry BEFORE INSERT OR UPDATE OF serial, device_id ON telemetries FOR EACH ROW EXECUTE FUNCTION keep_telemetry();
--> statement-breakpoint

-- keep_again(table, link): the rows of `table` that refer to the changed record by `link` take over what it says now.
CREATE FUNCTION keep_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %1$I SET %2$I = %2$I WHERE %2$I = $1', TG_ARGV[0], TG_ARGV[1]) USING NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_devices AFTER UPDATE OF name, city, project_id, franchise_id ON locations FOR EACH ROW
  WHEN ((OLD.name, OLD.city, OLD.project_id, OLD.franchise_id) IS DISTINCT FROM (NEW.name, NEW.city, NEW.project_id, NEW.franchise_id)) EXECUTE FUNCTION keep_again('devices', 'location_id');
--> statement-breakpoint
CREATE TRIGGER keep_devices AFTER UPDATE OF name ON device_models FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_again('devices', 'model_id');
--> statement-breakpoint
CREATE TRIGGER keep_telemetries AFTER UPDATE OF serial_number, location_id ON devices FOR EACH ROW
  WHEN ((OLD.serial_number, OLD.location_id, OLD.project_id, OLD.franchise_id) IS DISTINCT FROM (NEW.serial_number, NEW.location_id, NEW.project_id, NEW.franchise_id)) EXECUTE FUNCTION keep_again('telemetries', 'device_id');
--> statement-breakpoint

-- What is there already.
UPDATE locations l SET devices_count = c.n FROM (SELECT location_id, count(*) AS n FROM devices GROUP BY location_id) c WHERE c.location_id = l.id;
--> statement-breakpoint
UPDATE key_clients l SET wallets_count = c.n FROM (SELECT client_id, count(*) AS n FROM key_wallets GROUP BY client_id) c WHERE c.client_id = l.id;
--> statement-breakpoint
UPDATE devices SET serial_number = serial_number;
--> statement-breakpoint
UPDATE telemetries SET serial = serial;
