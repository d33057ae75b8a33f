ALTER TABLE "alert_rules" ADD COLUMN "temperature_limit" integer;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "failed_percent" integer;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "cash_limit" bigint;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "payment_percent" integer;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "locations" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "devices" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "alert_rules" SET
  "temperature_limit" = CASE "cause" WHEN 'temperature' THEN least("limit", 200) END,
  "failed_percent" = CASE "cause" WHEN 'failed_vends' THEN least(greatest("limit", 1), 99) END,
  "cash_limit" = CASE "cause" WHEN 'cash' THEN greatest("limit", 1)::bigint * 100 END,
  "payment_percent" = CASE "cause" WHEN 'payment' THEN least(greatest("limit", 1), 99) END
WHERE "limit" IS NOT NULL;
