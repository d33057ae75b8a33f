ALTER TABLE "audit_files" ADD COLUMN "released" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "decided_by" integer;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "doubt" text;