CREATE TABLE "project_plans" (
	"project_id" integer NOT NULL,
	"month" date NOT NULL,
	"amount" bigint,
	"vends" integer,
	CONSTRAINT "project_plans_project_id_month_pk" PRIMARY KEY("project_id","month")
);
--> statement-breakpoint
CREATE INDEX "stock_moves_at_idx" ON "stock_moves" USING btree ("at");