CREATE TABLE "route_sheet_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "route_sheet_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"stop_id" integer NOT NULL,
	"key" text NOT NULL,
	"content" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "route_sheet_photos" ADD CONSTRAINT "route_sheet_photos_stop_id_route_sheet_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."route_sheet_stops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "route_sheet_photos_key" ON "route_sheet_photos" USING btree ("stop_id","key");