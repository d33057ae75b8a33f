CREATE TABLE "key_handovers" (
	"wallet_id" integer NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"client_id" integer
);
--> statement-breakpoint
DROP INDEX "key_wallets_search";--> statement-breakpoint
DROP INDEX "devices_search";--> statement-breakpoint
DROP INDEX "key_moves_wallet_day_idx";--> statement-breakpoint
CREATE INDEX "key_handovers_wallet_idx" ON "key_handovers" USING btree ("wallet_id","until_at");--> statement-breakpoint
CREATE INDEX "key_moves_wallet_type_idx" ON "key_moves" USING btree ("wallet_id","type","id","amount");--> statement-breakpoint
CREATE INDEX "key_wallets_search" ON "key_wallets" USING gin ("search" gin_trgm_ops) WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "devices_search" ON "devices" USING gin ("search" gin_trgm_ops) WITH (fastupdate=true,gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "key_moves_wallet_day_idx" ON "key_moves" USING btree ("wallet_id","day","id","type","amount");
--> statement-breakpoint
-- own
CREATE FUNCTION keep_handover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO key_handovers VALUES (NEW.id, now(), OLD.client_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_handover AFTER UPDATE OF client_id ON key_wallets FOR EACH ROW WHEN (OLD.client_id IS DISTINCT FROM NEW.client_id) EXECUTE FUNCTION keep_handover();
--> statement-breakpoint
-- As far as the history of keys tells.
INSERT INTO key_handovers SELECT h.entity_id, h.at, (c.change -> 'before' ->> 'id')::integer
  FROM history h CROSS JOIN LATERAL jsonb_array_elements(h.changes) c(change)
  WHERE h.entity = 'key_wallet' AND h.action <> 'create' AND c.change ->> 'field' = 'client';
--> statement-breakpoint

-- The same as keep_count for updates of tables that are written all day: static texts, which are planned once for a connection.
CREATE FUNCTION keep_devices_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE locations p SET devices_count = p.devices_count + locked.n FROM (
    SELECT q.id, c.n FROM locations q JOIN (
      SELECT id, sum(n) AS n FROM (SELECT location_id AS id, 1 AS n FROM added UNION ALL SELECT location_id, -1 FROM removed) x GROUP BY id HAVING sum(n) <> 0) c ON c.id = q.id
    ORDER BY q.id FOR NO KEY UPDATE OF q) locked WHERE p.id = locked.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_wallets_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE key_clients p SET wallets_count = p.wallets_count + locked.n FROM (
    SELECT q.id, c.n FROM key_clients q JOIN (
      SELECT id, sum(n) AS n FROM (SELECT client_id AS id, 1 AS n FROM added UNION ALL SELECT client_id, -1 FROM removed) x GROUP BY id HAVING sum(n) <> 0) c ON c.id = q.id
    ORDER BY q.id FOR NO KEY UPDATE OF q) locked WHERE p.id = locked.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER keep_count_moved ON devices;
--> statement-breakpoint
CREATE TRIGGER keep_count_moved AFTER UPDATE ON devices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_devices_count();
--> statement-breakpoint
DROP TRIGGER keep_count_moved ON key_wallets;
--> statement-breakpoint
CREATE TRIGGER keep_count_moved AFTER UPDATE ON key_wallets REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_wallets_count();
