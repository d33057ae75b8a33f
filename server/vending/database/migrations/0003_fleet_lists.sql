CREATE TABLE "telemetry_contacts" (
	"telemetry_id" integer PRIMARY KEY NOT NULL,
	"last_contact_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_model_bunkers" (
	"model_id" integer NOT NULL,
	"position" integer NOT NULL,
	"ingredient_type" text NOT NULL,
	"capacity" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "devices_hidden_idx";--> statement-breakpoint
DROP INDEX "telemetries_last_contact_at_order";--> statement-breakpoint
ALTER TABLE "device_commands" ADD COLUMN "file_id" integer;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "telemetry_contacts" ADD CONSTRAINT "telemetry_contacts_telemetry_id_telemetries_id_fk" FOREIGN KEY ("telemetry_id") REFERENCES "public"."telemetries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_model_bunkers" ADD CONSTRAINT "device_model_bunkers_model_id_device_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."device_models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "telemetry_contacts_order" ON "telemetry_contacts" USING btree ("last_contact_at","telemetry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_model_bunkers_key" ON "device_model_bunkers" USING btree ("model_id","position");--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_file_id_audit_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."audit_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_search" ON "tickets" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "devices_hidden_access_idx" ON "devices" USING btree ("hidden","project_id","location_id","franchise_id","id");--> statement-breakpoint
ALTER TABLE "device_states" DROP COLUMN "vends_since_service";--> statement-breakpoint
INSERT INTO telemetry_contacts SELECT t.id, greatest(t.last_contact_at, max(s.last_contact_at)) FROM telemetries t LEFT JOIN device_states s ON s.telemetry_id = t.id
	GROUP BY t.id HAVING greatest(t.last_contact_at, max(s.last_contact_at)) IS NOT NULL;--> statement-breakpoint
ALTER TABLE "telemetries" DROP COLUMN "last_contact_at";
--> statement-breakpoint

-- A ticket is found by its number and by the number of its machine too.
CREATE FUNCTION keep_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := lower(concat_ws(' ', NEW.subject, NEW.id, NEW.client_phone, (SELECT d.serial_number FROM devices d WHERE d.id = NEW.device_id), NEW.description));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_ticket BEFORE INSERT OR UPDATE OF subject, client_phone, device_id, description ON tickets FOR EACH ROW EXECUTE FUNCTION keep_ticket();
--> statement-breakpoint
CREATE TRIGGER keep_tickets AFTER UPDATE OF serial_number ON devices FOR EACH ROW WHEN (OLD.serial_number IS DISTINCT FROM NEW.serial_number) EXECUTE FUNCTION keep_again('tickets', 'device_id');
--> statement-breakpoint
UPDATE tickets SET subject = subject;
