CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"author_id" integer NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"options" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"count" integer NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "original_bonus" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "imports_made_idx" ON "imports" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "key_moves_wallet_day_idx" ON "key_moves" USING btree ("wallet_id","day","id");