CREATE TABLE "audit_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"raw" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"name" text,
	"reason" text NOT NULL,
	"user_id" integer,
	"telemetry_id" integer,
	"from_initialisation" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_reads" (
	"file_id" integer NOT NULL,
	"report" integer NOT NULL,
	"device_id" integer NOT NULL,
	"state" text NOT NULL,
	"header" jsonb NOT NULL,
	"counters" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"chain" text,
	"position" integer,
	"previous_file" integer,
	"previous_report" integer,
	"kind" text,
	"missing_reads" integer DEFAULT 0 NOT NULL,
	"period" jsonb,
	CONSTRAINT "audit_reads_file_id_report_pk" PRIMARY KEY("file_id","report")
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"device_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"report" integer NOT NULL,
	"line" integer NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"selection" text,
	"name" text,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"price_guessed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sales_device_id_file_id_report_line_pk" PRIMARY KEY("device_id","file_id","report","line")
);
--> statement-breakpoint
CREATE TABLE "sales_by_device_day" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_by_device_day_device_id_day_source_pk" PRIMARY KEY("device_id","day","source")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product_day" (
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"selection" text NOT NULL,
	"name" text,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_manufacturers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_manufacturers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"serial_prefix" text,
	"country" text,
	"support_phone" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "device_models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"manufacturer_id" integer NOT NULL,
	"device_type" text NOT NULL,
	"cells_count" integer,
	"service_vends" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"serial_number" text NOT NULL,
	"model_id" integer NOT NULL,
	"device_type" text NOT NULL,
	"ownership_type" text NOT NULL,
	"location_id" integer,
	"planogram_id" integer,
	"child_device_id" integer,
	"reader_type" text,
	"in_work" boolean DEFAULT false NOT NULL,
	"service_vends" integer,
	"next_service_on" date,
	"ignore_crc" boolean DEFAULT false NOT NULL,
	"note" text,
	"hidden" boolean DEFAULT false NOT NULL,
	"last_sale_at" timestamp with time zone,
	"last_read_at" timestamp with time zone,
	"last_processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ingredients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ingredients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"unit" text NOT NULL,
	"price_type" text NOT NULL,
	"price" bigint NOT NULL,
	"pack_count" integer,
	"weight" integer,
	"volume" integer
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "locations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"region" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"external_id" text,
	"project_id" integer,
	"company_id" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "planogram_cells" (
	"planogram_id" integer NOT NULL,
	"position" integer NOT NULL,
	"cell" text NOT NULL,
	"recipe_id" integer NOT NULL,
	"price" bigint NOT NULL,
	"capacity" integer
);
--> statement-breakpoint
CREATE TABLE "planograms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planograms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"device_model_id" integer,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "recipe_ingredients" (
	"recipe_id" integer NOT NULL,
	"position" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"quantity" numeric(12, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"item_number" integer NOT NULL,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "telemetries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "telemetries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"serial" text NOT NULL,
	"type" text NOT NULL,
	"device_id" integer,
	"sim_operator" text,
	"note" text,
	"secret_hash" text,
	"last_contact_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" integer,
	"author" text,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"company_id" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"access_mode" text DEFAULT 'UNRESTRICTED' NOT NULL,
	"access_projects" integer[] DEFAULT '{}' NOT NULL,
	"access_locations" integer[] DEFAULT '{}' NOT NULL,
	"access_devices" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"password" text NOT NULL,
	"demonstration_password" text,
	"user_group_id" integer,
	"role" text DEFAULT 'USUAL' NOT NULL,
	"help_desk_responsible" boolean DEFAULT false NOT NULL,
	"companies" integer[] DEFAULT '{}' NOT NULL,
	"is_can_all" boolean DEFAULT false NOT NULL,
	"is_root" boolean DEFAULT false NOT NULL,
	"sport_life" boolean DEFAULT false NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp with time zone,
	"access_mode" text DEFAULT 'UNRESTRICTED' NOT NULL,
	"access_projects" integer[] DEFAULT '{}' NOT NULL,
	"access_locations" integer[] DEFAULT '{}' NOT NULL,
	"access_devices" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_files" ADD CONSTRAINT "audit_files_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD CONSTRAINT "audit_reads_file_id_audit_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."audit_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD CONSTRAINT "audit_reads_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_by_device_day" ADD CONSTRAINT "sales_by_device_day_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_by_product_day" ADD CONSTRAINT "sales_by_product_day_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_models" ADD CONSTRAINT "device_models_manufacturer_id_device_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."device_manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_model_id_device_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."device_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_planogram_id_planograms_id_fk" FOREIGN KEY ("planogram_id") REFERENCES "public"."planograms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planogram_cells" ADD CONSTRAINT "planogram_cells_planogram_id_planograms_id_fk" FOREIGN KEY ("planogram_id") REFERENCES "public"."planograms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planogram_cells" ADD CONSTRAINT "planogram_cells_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planograms" ADD CONSTRAINT "planograms_device_model_id_device_models_id_fk" FOREIGN KEY ("device_model_id") REFERENCES "public"."device_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_ingredients" ADD CONSTRAINT "recipe_ingredients_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_ingredients" ADD CONSTRAINT "recipe_ingredients_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telemetries" ADD CONSTRAINT "telemetries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_user_group_id_user_groups_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_files_device_idx" ON "audit_files" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE INDEX "audit_reads_device_idx" ON "audit_reads" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "sales_device_sold_idx" ON "sales" USING btree ("device_id","sold_at");--> statement-breakpoint
CREATE INDEX "sales_sold_idx" ON "sales" USING btree ("sold_at");--> statement-breakpoint
CREATE INDEX "sales_by_device_day_day_idx" ON "sales_by_device_day" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_by_product_day_key" ON "sales_by_product_day" USING btree ("device_id","day","selection");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_serial_number_key" ON "devices" USING btree ("serial_number");--> statement-breakpoint
CREATE INDEX "devices_location_idx" ON "devices" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "devices_model_idx" ON "devices" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "devices_planogram_idx" ON "devices" USING btree ("planogram_id");--> statement-breakpoint
CREATE INDEX "locations_project_idx" ON "locations" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "planogram_cells_key" ON "planogram_cells" USING btree ("planogram_id","position");--> statement-breakpoint
CREATE INDEX "planogram_cells_recipe_idx" ON "planogram_cells" USING btree ("recipe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipe_ingredients_key" ON "recipe_ingredients" USING btree ("recipe_id","position");--> statement-breakpoint
CREATE INDEX "recipe_ingredients_ingredient_idx" ON "recipe_ingredients" USING btree ("ingredient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipes_item_number_key" ON "recipes" USING btree ("item_number");--> statement-breakpoint
CREATE UNIQUE INDEX "telemetries_serial_key" ON "telemetries" USING btree ("serial");--> statement-breakpoint
CREATE UNIQUE INDEX "telemetries_device_key" ON "telemetries" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "history_record_idx" ON "history" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "tokens_user_idx" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));