ALTER TABLE "franchises" ADD COLUMN "payment_fee_percent" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_percent" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "payment_fee_percent" numeric(5, 2);