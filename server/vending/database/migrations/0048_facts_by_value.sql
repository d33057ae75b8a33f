DROP INDEX "held_facts_value_idx";--> statement-breakpoint
CREATE INDEX "held_facts_value_idx" ON "held_facts" USING btree ("value","field","subject");