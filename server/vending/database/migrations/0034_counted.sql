ALTER TABLE "stock_kept" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_kept" ADD COLUMN "counted_used" numeric(17, 3) DEFAULT 0 NOT NULL;