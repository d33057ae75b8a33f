CREATE TABLE "recipe_splits" (
	"recipe_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "recipe_splits_recipe_id_day_pk" PRIMARY KEY("recipe_id","day")
);
--> statement-breakpoint
ALTER TABLE "products_by_placement" DROP CONSTRAINT "products_by_placement_key";--> statement-breakpoint
ALTER TABLE "products_by_territory" DROP CONSTRAINT "products_by_territory_key";--> statement-breakpoint
ALTER TABLE "products_by_placement" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products_by_territory" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products_by_placement" ADD CONSTRAINT "products_by_placement_key" UNIQUE NULLS NOT DISTINCT("step","from_day","placement_id","recipe_id","selection","name","part");--> statement-breakpoint
ALTER TABLE "products_by_territory" ADD CONSTRAINT "products_by_territory_key" UNIQUE NULLS NOT DISTINCT("step","from_day","territory_id","recipe_id","selection","name","part");