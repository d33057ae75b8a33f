ALTER TABLE "locations" ADD COLUMN "opens_at" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "closes_at" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "closed_on" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "route_sheet_stops" ADD COLUMN "due_at" integer;--> statement-breakpoint
ALTER TABLE "route_sheet_stops" ADD COLUMN "late" boolean DEFAULT false NOT NULL;