CREATE TABLE "price_confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"cell" text NOT NULL,
	"price" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_commands" ADD COLUMN "prices" jsonb;--> statement-breakpoint
ALTER TABLE "price_confirmations" ADD CONSTRAINT "price_confirmations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_confirmations_device_idx" ON "price_confirmations" USING btree ("device_id","cell","id");