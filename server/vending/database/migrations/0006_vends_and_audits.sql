ALTER TABLE "audit_reads" ADD COLUMN "earliest" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "latest" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "cut_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "box_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD COLUMN "booked_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD COLUMN "booked_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD COLUMN "beyond_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD COLUMN "beyond_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_reads_latest_idx" ON "audit_reads" USING btree ("device_id","latest");--> statement-breakpoint
CREATE INDEX "sales_box_idx" ON "sales" USING btree ("device_id","box_at") WHERE "sales"."box_at" is not null;--> statement-breakpoint
UPDATE "audit_reads" r SET
  "earliest" = r."to_at" - CASE WHEN f."read_at" IS NULL THEN interval '1 day' ELSE interval '10 minutes' END,
  "latest" = CASE WHEN f."read_at" IS NULL THEN greatest(f."received_at", r."to_at") + interval '10 minutes' ELSE r."to_at" + interval '10 minutes' END
  FROM "audit_files" f WHERE f."id" = r."file_id" AND r."to_at" IS NOT NULL;
