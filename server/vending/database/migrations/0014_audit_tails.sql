CREATE TABLE "audit_tails" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"writer" uuid NOT NULL,
	"tail" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_tails" ADD CONSTRAINT "audit_tails_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;