DROP INDEX "route_sheets_warehouse_order";--> statement-breakpoint
DROP INDEX "route_sheets_author_order";--> statement-breakpoint
ALTER TABLE "cash_collections" ADD COLUMN "counted_by_id" integer;--> statement-breakpoint
ALTER TABLE "cash_collections" ADD COLUMN "counted_by" text;--> statement-breakpoint
ALTER TABLE "cash_collections" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "cash_collections_waiting_idx" ON "cash_collections" USING btree ("at") WHERE "cash_collections"."counted" is null;--> statement-breakpoint
-- Until now who counted stood in the place of who took it out.
UPDATE "cash_collections" SET "counted_by" = "author", "counted_by_id" = "author_id" WHERE "counted" IS NOT NULL;