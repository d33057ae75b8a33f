ALTER TABLE "franchises" ADD COLUMN "monobank_token" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "monobank_token" text;