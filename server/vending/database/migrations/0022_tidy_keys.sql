ALTER TABLE "made_once" ADD COLUMN "at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "key_moves" ADD COLUMN "shift_end" timestamp with time zone;