CREATE TABLE "deleted_records" (
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"title" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" integer,
	"author" text,
	"row" jsonb,
	"nested" jsonb,
	CONSTRAINT "deleted_records_entity_entity_id_pk" PRIMARY KEY("entity","entity_id")
);
--> statement-breakpoint
CREATE INDEX "deleted_records_order" ON "deleted_records" USING btree ("entity","at");--> statement-breakpoint
-- What was deleted before rows were kept is known by its history; it cannot come back.
INSERT INTO "deleted_records" ("entity", "entity_id", "title", "at", "author_id", "author")
SELECT DISTINCT ON (h.entity, h.entity_id) h.entity, h.entity_id,
  coalesce((SELECT c->>'before' FROM jsonb_array_elements(h.changes) c
    WHERE c->>'field' IN ('name', 'full_name', 'serial', 'serial_number', 'key', 'code', 'number', 'license_plate')
      AND jsonb_typeof(c->'before') = 'string' LIMIT 1), ''),
  h.at, h.author_id, h.author
FROM history h WHERE h.action = 'delete' ORDER BY h.entity, h.entity_id, h.id DESC;
