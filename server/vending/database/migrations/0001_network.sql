CREATE SEQUENCE "public"."notice_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "divisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "divisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "franchises" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "franchises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"parent_id" integer,
	"must_have_dependants" boolean DEFAULT false NOT NULL,
	"company_id" integer,
	"royalty_percent" numeric(5, 2),
	"phone" text,
	"email" text,
	"merchant_id" text,
	"public_key" text,
	"secret_key" text,
	"note" text,
	"user_group_id" integer
);
--> statement-breakpoint
CREATE TABLE "secrets_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "secrets_key_one_row" CHECK ("secrets_key"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"page_size" text DEFAULT '50' NOT NULL,
	"offline_minutes" integer DEFAULT 15 NOT NULL,
	"response_critical" integer DEFAULT 30 NOT NULL,
	"response_high" integer DEFAULT 120 NOT NULL,
	"response_medium" integer DEFAULT 480 NOT NULL,
	"resolution_critical" integer DEFAULT 240 NOT NULL,
	"resolution_high" integer DEFAULT 1440 NOT NULL,
	"resolution_medium" integer DEFAULT 4320 NOT NULL,
	"event_days" integer DEFAULT 90,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"field" text NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"entity" text NOT NULL,
	"query" text NOT NULL,
	"name" text NOT NULL,
	"user_group_id" integer
);
--> statement-breakpoint
CREATE TABLE "audit_differences" (
	"device_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"report" integer NOT NULL,
	"source" text NOT NULL,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"audit_count" bigint NOT NULL,
	"audit_amount" bigint NOT NULL,
	"event_count" bigint NOT NULL,
	"event_amount" bigint NOT NULL,
	CONSTRAINT "audit_differences_file_id_report_source_pk" PRIMARY KEY("file_id","report","source")
);
--> statement-breakpoint
CREATE TABLE "cash_collections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"file_id" integer,
	"bag" text,
	"counted" bigint,
	"author_id" integer,
	"author" text,
	"note" text,
	"key" text
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"telemetry_id" integer NOT NULL,
	"name" text NOT NULL,
	"firmware_id" integer,
	"rollout_id" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" integer,
	"message" text,
	"key" text NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device_errors" (
	"device_id" integer NOT NULL,
	"raw" text NOT NULL,
	"code" text,
	"open" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_errors_device_id_raw_pk" PRIMARY KEY("device_id","raw")
);
--> statement-breakpoint
CREATE TABLE "device_events" (
	"telemetry_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"device_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"box_at" timestamp with time zone,
	"clock" text,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "device_events_telemetry_id_id_pk" PRIMARY KEY("telemetry_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_profiles" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"weeks" integer NOT NULL,
	"cash" real[] NOT NULL,
	"cashless" real[] NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_states" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"telemetry_id" integer,
	"online" boolean DEFAULT false NOT NULL,
	"online_since" timestamp with time zone,
	"last_contact_at" timestamp with time zone,
	"operator" text,
	"rssi" integer,
	"network_type" text,
	"network_at" timestamp with time zone,
	"mains" boolean,
	"millivolts" integer,
	"power_at" timestamp with time zone,
	"door" text,
	"door_at" timestamp with time zone,
	"temperatures" real[],
	"temperature_at" timestamp with time zone,
	"firmware" text,
	"uptime_seconds" integer,
	"clock_seconds" integer,
	"sequence" bigint,
	"unit_at" timestamp with time zone,
	"open_errors" integer DEFAULT 0 NOT NULL,
	"last_sale_at" timestamp with time zone,
	"last_cash_at" timestamp with time zone,
	"last_cashless_at" timestamp with time zone,
	"last_visit_at" timestamp with time zone,
	"serviced_at" timestamp with time zone,
	"vends_since_service" integer DEFAULT 0 NOT NULL,
	"quiet" text,
	"quiet_since" timestamp with time zone,
	"quiet_expected" real
);
--> statement-breakpoint
CREATE TABLE "device_stocks" (
	"device_id" integer NOT NULL,
	"slot" text NOT NULL,
	"ingredient_id" integer,
	"capacity" real NOT NULL,
	"filled" real NOT NULL,
	"filled_at" timestamp with time zone NOT NULL,
	"used" real DEFAULT 0 NOT NULL,
	CONSTRAINT "device_stocks_device_id_slot_pk" PRIMARY KEY("device_id","slot")
);
--> statement-breakpoint
CREATE TABLE "firmware_rollouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmware_rollouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"firmware_id" integer NOT NULL,
	"emergency" boolean DEFAULT false NOT NULL,
	"key" text NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manufacturer_errors" (
	"manufacturer_id" integer NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_by_device_hour" (
	"device_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"cashless" bigint DEFAULT 0 NOT NULL,
	"other" bigint DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_by_device_hour_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
CREATE TABLE "help_desk_posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_desk_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"entry_id" integer,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'WAIT' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ticket_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "ticket_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" integer,
	"text" text,
	"files" integer[] DEFAULT '{}' NOT NULL,
	"delivery" text,
	"error_code" text,
	"key" text
);
--> statement-breakpoint
CREATE TABLE "ticket_errors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"code" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"ticket_id" integer
);
--> statement-breakpoint
CREATE TABLE "ticket_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"manufacturer_id" integer,
	"minutes" integer NOT NULL,
	"priority" text NOT NULL,
	"category_id" integer,
	"responsible_id" integer
);
--> statement-breakpoint
CREATE TABLE "ticket_solutions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_solutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"category_id" integer,
	"text" text NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "ticket_states" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"counts_as" text NOT NULL,
	"colour" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"subject" text NOT NULL,
	"type" text NOT NULL,
	"category_id" integer,
	"priority" text NOT NULL,
	"device_id" integer,
	"error_code" text,
	"client_phone" text,
	"description" text,
	"files" integer[] DEFAULT '{}' NOT NULL,
	"responsible_id" integer,
	"status" text DEFAULT 'NEW' NOT NULL,
	"state_id" integer,
	"author_id" integer,
	"rule_id" integer,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_reply_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"spent_seconds" integer DEFAULT 0 NOT NULL,
	"running_since" timestamp with time zone,
	"counted_from" timestamp with time zone DEFAULT now() NOT NULL,
	"held_seconds" integer DEFAULT 0 NOT NULL,
	"held_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "key_client_programs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_client_programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key_client_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"shifts" jsonb NOT NULL,
	"bonus" bigint NOT NULL,
	"sales_amount" bigint,
	"sales_count" integer,
	"last_bonus_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "key_clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"company_id" integer,
	"phone" text,
	"email" text,
	"note" text,
	"wallets_count" integer DEFAULT 0 NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("email", ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_wallets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_wallets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"key" text NOT NULL,
	"client_id" integer,
	"owner" text,
	"type" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"bonus_balance" bigint DEFAULT 0 NOT NULL,
	"original_balance" bigint DEFAULT 0 NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(coalesce("key", '') || ' ' || coalesce("owner", ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qr_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "qr_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"device_id" integer,
	"recipe_id" integer,
	"amount" bigint NOT NULL,
	"expires_on" date,
	"used_at" timestamp with time zone,
	"blocked" boolean DEFAULT false NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "sport_life_discount_rows" (
	"list_id" integer NOT NULL,
	"position" integer NOT NULL,
	"recipe_id" integer,
	"percent" integer NOT NULL,
	"valid_from" date,
	"valid_to" date
);
--> statement-breakpoint
CREATE TABLE "sport_life_discounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sport_life_discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sport_life_key_discounts" (
	"key_id" integer NOT NULL,
	"position" integer NOT NULL,
	"recipe_id" integer NOT NULL,
	"percent" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sport_life_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sport_life_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"number" text NOT NULL,
	"full_name" text NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "crew_vehicles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crew_vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"license_plate" text NOT NULL,
	"brand" text,
	"max_load_weight" integer,
	"volume" numeric(7, 2),
	"crew_id" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "crews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"warehouse_id" integer,
	"members" integer[] DEFAULT '{}' NOT NULL,
	"replacement_crews" integer[] DEFAULT '{}' NOT NULL,
	"devices" integer[] DEFAULT '{}' NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "location_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "location_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"crew_id" integer,
	"locations" integer[] DEFAULT '{}' NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"place" text NOT NULL,
	"place_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"quantity" numeric(17, 3) NOT NULL,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_place_place_id_ingredient_id_pk" PRIMARY KEY("place","place_id","ingredient_id"),
	CONSTRAINT "stock_quantity" CHECK ("stock"."quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_move_lines" (
	"move_id" integer NOT NULL,
	"position" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"quantity" numeric(14, 3) NOT NULL,
	"price" bigint,
	CONSTRAINT "stock_move_lines_move_id_position_pk" PRIMARY KEY("move_id","position"),
	CONSTRAINT "stock_move_lines_quantity" CHECK ("stock_move_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"from_place" text NOT NULL,
	"from_id" integer,
	"to_place" text NOT NULL,
	"to_id" integer,
	"comment" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" integer NOT NULL,
	"author" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warehouses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "warehouses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"responsible_id" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "notice_boxes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"ticket_id" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "firmwares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmwares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"release" text NOT NULL,
	"type" text NOT NULL,
	"image_id" integer NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "fiscal_cashiers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiscal_cashiers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"company_id" integer,
	"cashier_login" text,
	"pin_code" text,
	"access_token" text,
	"license_key" text,
	"fiscal_number" text,
	"state" text DEFAULT 'CLOSED' NOT NULL,
	"receipt_qr_url" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "pax_terminals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pax_terminals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"serial" text NOT NULL,
	"device_id" integer,
	"terminal_id" text,
	"merchant_id" text,
	"items_per_service" integer,
	"last_contact_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "device_takings" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"before" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_by_day" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_by_day_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "sales_days_changed" (
	"day" date
);
--> statement-breakpoint
DROP INDEX "devices_location_idx";--> statement-breakpoint
DROP INDEX "devices_model_idx";--> statement-breakpoint
DROP INDEX "devices_planogram_idx";--> statement-breakpoint
DROP INDEX "locations_project_idx";--> statement-breakpoint
DROP INDEX "audit_reads_device_idx";--> statement-breakpoint
ALTER TABLE "sales" DROP CONSTRAINT "sales_device_id_file_id_report_line_pk";--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "report" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "line" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_files" ADD COLUMN "skipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "from_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "to_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "covered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "timed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "payment_provider_id" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "vends_30_days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "sales_30_days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "division_id" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "fiscal_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "fiscal_cashier_id" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "fiscal_tax_code" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "fiscal_footer" text;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "devices_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || ' ' || coalesce("address", '') || ' ' || coalesce("city", '') || ' ' || coalesce("external_id", ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "managers" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "responsible_users" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "merchant_login" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "merchant_id" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "merchant_password" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "secret_key" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "tracking_scripts" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "api_token" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "manager_api_url" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "crew_api_url" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "pin_code" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "user_sync_login" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "user_sync_password" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "help_desk_group" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "help_desk_webhook" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "help_desk_webhook_secret" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("full_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "franchises" ADD CONSTRAINT "franchises_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "franchises" ADD CONSTRAINT "franchises_user_group_id_user_groups_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_group_id_user_groups_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_differences" ADD CONSTRAINT "audit_differences_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_collections" ADD CONSTRAINT "cash_collections_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_telemetry_id_telemetries_id_fk" FOREIGN KEY ("telemetry_id") REFERENCES "public"."telemetries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_profiles" ADD CONSTRAINT "device_profiles_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_states" ADD CONSTRAINT "device_states_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_stocks" ADD CONSTRAINT "device_stocks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_stocks" ADD CONSTRAINT "device_stocks_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_firmware_id_firmwares_id_fk" FOREIGN KEY ("firmware_id") REFERENCES "public"."firmwares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_errors" ADD CONSTRAINT "manufacturer_errors_manufacturer_id_device_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."device_manufacturers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_entry_id_ticket_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ticket_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_errors" ADD CONSTRAINT "ticket_errors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_errors" ADD CONSTRAINT "ticket_errors_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_rules" ADD CONSTRAINT "ticket_rules_manufacturer_id_device_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."device_manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_rules" ADD CONSTRAINT "ticket_rules_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_rules" ADD CONSTRAINT "ticket_rules_responsible_id_users_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_solutions" ADD CONSTRAINT "ticket_solutions_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_responsible_id_users_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_state_id_ticket_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."ticket_states"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_rule_id_ticket_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."ticket_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_client_programs" ADD CONSTRAINT "key_client_programs_key_client_id_key_clients_id_fk" FOREIGN KEY ("key_client_id") REFERENCES "public"."key_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_clients" ADD CONSTRAINT "key_clients_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD CONSTRAINT "key_wallets_client_id_key_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."key_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sport_life_discount_rows" ADD CONSTRAINT "sport_life_discount_rows_list_id_sport_life_discounts_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."sport_life_discounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sport_life_discount_rows" ADD CONSTRAINT "sport_life_discount_rows_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sport_life_key_discounts" ADD CONSTRAINT "sport_life_key_discounts_key_id_sport_life_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."sport_life_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sport_life_key_discounts" ADD CONSTRAINT "sport_life_key_discounts_recipe_id_recipes_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."recipes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_vehicles" ADD CONSTRAINT "crew_vehicles_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews" ADD CONSTRAINT "crews_warehouse_id_warehouses_id_fk" FOREIGN KEY ("warehouse_id") REFERENCES "public"."warehouses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_groups" ADD CONSTRAINT "location_groups_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_move_lines" ADD CONSTRAINT "stock_move_lines_move_id_stock_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."stock_moves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_move_lines" ADD CONSTRAINT "stock_move_lines_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouses" ADD CONSTRAINT "warehouses_responsible_id_users_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_boxes" ADD CONSTRAINT "notice_boxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmwares" ADD CONSTRAINT "firmwares_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_cashiers" ADD CONSTRAINT "fiscal_cashiers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pax_terminals" ADD CONSTRAINT "pax_terminals_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_takings" ADD CONSTRAINT "device_takings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "franchises_parent_idx" ON "franchises" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "franchises_company_idx" ON "franchises" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_key" ON "saved_filters" USING btree ("user_id","entity","query");--> statement-breakpoint
CREATE INDEX "saved_filters_group_idx" ON "saved_filters" USING btree ("user_group_id","entity");--> statement-breakpoint
CREATE INDEX "audit_differences_device_idx" ON "audit_differences" USING btree ("device_id","to_at");--> statement-breakpoint
CREATE INDEX "cash_collections_device_idx" ON "cash_collections" USING btree ("device_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_collections_file_key" ON "cash_collections" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_collections_key" ON "cash_collections" USING btree ("device_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "device_commands_key" ON "device_commands" USING btree ("device_id","key");--> statement-breakpoint
CREATE INDEX "device_commands_device_idx" ON "device_commands" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "device_commands_open_idx" ON "device_commands" USING btree ("telemetry_id") WHERE "device_commands"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "device_commands_rollout_idx" ON "device_commands" USING btree ("rollout_id");--> statement-breakpoint
CREATE INDEX "device_errors_open_idx" ON "device_errors" USING btree ("code") WHERE "device_errors"."open";--> statement-breakpoint
CREATE INDEX "device_events_device_idx" ON "device_events" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_events_received_idx" ON "device_events" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "device_events_failed_idx" ON "device_events" USING btree ("at") WHERE "device_events"."kind" = 'vend_failed';--> statement-breakpoint
CREATE INDEX "device_states_telemetry_idx" ON "device_states" USING btree ("telemetry_id");--> statement-breakpoint
CREATE INDEX "device_states_contact_idx" ON "device_states" USING btree ("last_contact_at","device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollouts_key" ON "firmware_rollouts" USING btree ("author_id","key");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_firmware_idx" ON "firmware_rollouts" USING btree ("firmware_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_errors_key" ON "manufacturer_errors" USING btree ("manufacturer_id","position");--> statement-breakpoint
CREATE INDEX "manufacturer_errors_code_idx" ON "manufacturer_errors" USING btree ("manufacturer_id","code");--> statement-breakpoint
CREATE INDEX "help_desk_posts_waiting_idx" ON "help_desk_posts" USING btree ("company_id","id") WHERE state = 'WAIT';--> statement-breakpoint
CREATE INDEX "help_desk_posts_entry_idx" ON "help_desk_posts" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "help_desk_posts_ticket_idx" ON "help_desk_posts" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_categories_name_key" ON "ticket_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_entries_ticket_idx" ON "ticket_entries" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_entries_key" ON "ticket_entries" USING btree ("ticket_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_errors_open_key" ON "ticket_errors" USING btree ("device_id","code") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "ticket_errors_device_idx" ON "ticket_errors" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE INDEX "ticket_errors_ticket_idx" ON "ticket_errors" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_solutions_category_idx" ON "ticket_solutions" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_states_name_key" ON "ticket_states" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "tickets_open_idx" ON "tickets" USING btree ("last_message_at") WHERE status not in ('RESOLVED', 'CLOSED');--> statement-breakpoint
CREATE INDEX "tickets_last_message_idx" ON "tickets" USING btree ("last_message_at");--> statement-breakpoint
CREATE INDEX "tickets_device_idx" ON "tickets" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "tickets_responsible_idx" ON "tickets" USING btree ("responsible_id");--> statement-breakpoint
CREATE INDEX "tickets_phone_idx" ON "tickets" USING btree ("client_phone");--> statement-breakpoint
CREATE INDEX "tickets_category_idx" ON "tickets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "tickets_state_idx" ON "tickets" USING btree ("state_id");--> statement-breakpoint
CREATE INDEX "tickets_author_idx" ON "tickets" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "tickets_files_idx" ON "tickets" USING gin ("files");--> statement-breakpoint
CREATE INDEX "key_client_programs_client_idx" ON "key_client_programs" USING btree ("key_client_id","position");--> statement-breakpoint
CREATE INDEX "key_clients_name_order" ON "key_clients" USING btree ("name" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_company_order" ON "key_clients" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "key_clients_phone_order" ON "key_clients" USING btree ("phone" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_email_order" ON "key_clients" USING btree ("email" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_wallets_count_order" ON "key_clients" USING btree ("wallets_count","id");--> statement-breakpoint
CREATE INDEX "key_clients_search" ON "key_clients" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "key_wallets_key_key" ON "key_wallets" USING btree ("key");--> statement-breakpoint
CREATE INDEX "key_wallets_key_order" ON "key_wallets" USING btree ("key" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_wallets_owner_order" ON "key_wallets" USING btree ("owner" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_wallets_client_order" ON "key_wallets" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "key_wallets_type_order" ON "key_wallets" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "key_wallets_balance_order" ON "key_wallets" USING btree ("balance","id");--> statement-breakpoint
CREATE INDEX "key_wallets_bonus_balance_order" ON "key_wallets" USING btree ("bonus_balance","id");--> statement-breakpoint
CREATE INDEX "key_wallets_original_balance_order" ON "key_wallets" USING btree ("original_balance","id");--> statement-breakpoint
CREATE INDEX "key_wallets_blocked_order" ON "key_wallets" USING btree ("blocked","id");--> statement-breakpoint
CREATE INDEX "key_wallets_search" ON "key_wallets" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "qr_codes_code_key" ON "qr_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "qr_codes_device_idx" ON "qr_codes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "qr_codes_recipe_idx" ON "qr_codes" USING btree ("recipe_id");--> statement-breakpoint
CREATE INDEX "qr_codes_created_idx" ON "qr_codes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sport_life_discount_rows_key" ON "sport_life_discount_rows" USING btree ("list_id","position");--> statement-breakpoint
CREATE INDEX "sport_life_discount_rows_recipe_idx" ON "sport_life_discount_rows" USING btree ("recipe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sport_life_key_discounts_key" ON "sport_life_key_discounts" USING btree ("key_id","position");--> statement-breakpoint
CREATE INDEX "sport_life_key_discounts_recipe_idx" ON "sport_life_key_discounts" USING btree ("recipe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sport_life_keys_number_key" ON "sport_life_keys" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "crew_vehicles_license_plate_key" ON "crew_vehicles" USING btree ("license_plate");--> statement-breakpoint
CREATE INDEX "crew_vehicles_crew_idx" ON "crew_vehicles" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "crews_warehouse_idx" ON "crews" USING btree ("warehouse_id");--> statement-breakpoint
CREATE INDEX "crews_devices_idx" ON "crews" USING gin ("devices");--> statement-breakpoint
CREATE INDEX "crews_members_idx" ON "crews" USING gin ("members");--> statement-breakpoint
CREATE INDEX "location_groups_crew_idx" ON "location_groups" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "location_groups_locations_idx" ON "location_groups" USING gin ("locations");--> statement-breakpoint
CREATE INDEX "stock_move_lines_ingredient_idx" ON "stock_move_lines" USING btree ("ingredient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_key" ON "stock_moves" USING btree ("author_id","key");--> statement-breakpoint
CREATE INDEX "stock_moves_from_idx" ON "stock_moves" USING btree ("from_place","from_id","id");--> statement-breakpoint
CREATE INDEX "stock_moves_to_idx" ON "stock_moves" USING btree ("to_place","to_id","id");--> statement-breakpoint
CREATE INDEX "notices_user_idx" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread_idx" ON "notices" USING btree ("user_id","ticket_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "firmwares_name_release_key" ON "firmwares" USING btree ("name","release");--> statement-breakpoint
CREATE UNIQUE INDEX "firmwares_image_key" ON "firmwares" USING btree ("image_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_cashiers_fiscal_number_key" ON "fiscal_cashiers" USING btree ("fiscal_number");--> statement-breakpoint
CREATE INDEX "fiscal_cashiers_company_idx" ON "fiscal_cashiers" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pax_terminals_serial_key" ON "pax_terminals" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "pax_terminals_device_idx" ON "pax_terminals" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_payment_provider_id_companies_id_fk" FOREIGN KEY ("payment_provider_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_franchise_id_franchises_id_fk" FOREIGN KEY ("franchise_id") REFERENCES "public"."franchises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_division_id_divisions_id_fk" FOREIGN KEY ("division_id") REFERENCES "public"."divisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_fiscal_cashier_id_fiscal_cashiers_id_fk" FOREIGN KEY ("fiscal_cashier_id") REFERENCES "public"."fiscal_cashiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_logo_id_files_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_franchise_id_franchises_id_fk" FOREIGN KEY ("franchise_id") REFERENCES "public"."franchises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_key" ON "sales" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "sales_file_idx" ON "sales" USING btree ("file_id") WHERE "sales"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "devices_hidden_idx" ON "devices" USING btree ("hidden","id");--> statement-breakpoint
CREATE INDEX "devices_access_idx" ON "devices" USING btree ("project_id","location_id","franchise_id","id");--> statement-breakpoint
CREATE INDEX "devices_payment_provider_idx" ON "devices" USING btree ("payment_provider_id");--> statement-breakpoint
CREATE INDEX "devices_serial_number_order" ON "devices" USING btree ("serial_number" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "devices_model_order" ON "devices" USING btree ("model_id","id");--> statement-breakpoint
CREATE INDEX "devices_device_type_order" ON "devices" USING btree ("device_type","id");--> statement-breakpoint
CREATE INDEX "devices_location_order" ON "devices" USING btree ("location_id","id");--> statement-breakpoint
CREATE INDEX "devices_project_order" ON "devices" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "devices_planogram_order" ON "devices" USING btree ("planogram_id","id");--> statement-breakpoint
CREATE INDEX "devices_last_sale_at_order" ON "devices" USING btree ("last_sale_at","id");--> statement-breakpoint
CREATE INDEX "devices_vends_30_days_order" ON "devices" USING btree ("vends_30_days","id");--> statement-breakpoint
CREATE INDEX "devices_sales_30_days_order" ON "devices" USING btree ("sales_30_days","id");--> statement-breakpoint
CREATE INDEX "devices_in_work_order" ON "devices" USING btree ("in_work","id");--> statement-breakpoint
CREATE INDEX "devices_ownership_type_order" ON "devices" USING btree ("ownership_type","id");--> statement-breakpoint
CREATE INDEX "devices_search" ON "devices" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "locations_fiscal_cashier_idx" ON "locations" USING btree ("fiscal_cashier_id");--> statement-breakpoint
CREATE INDEX "locations_name_order" ON "locations" USING btree ("name" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "locations_region_order" ON "locations" USING btree ("region","id");--> statement-breakpoint
CREATE INDEX "locations_city_order" ON "locations" USING btree ("city" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "locations_address_order" ON "locations" USING btree ("address" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "locations_project_order" ON "locations" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "locations_company_order" ON "locations" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "locations_franchise_order" ON "locations" USING btree ("franchise_id","id");--> statement-breakpoint
CREATE INDEX "locations_division_order" ON "locations" USING btree ("division_id","id");--> statement-breakpoint
CREATE INDEX "locations_devices_count_order" ON "locations" USING btree ("devices_count","id");--> statement-breakpoint
CREATE INDEX "locations_external_id_order" ON "locations" USING btree ("external_id" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "locations_search" ON "locations" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "telemetries_access_idx" ON "telemetries" USING btree ("project_id","location_id","franchise_id","device_id","id");--> statement-breakpoint
CREATE INDEX "telemetries_type_device_idx" ON "telemetries" USING btree ("type","device_id");--> statement-breakpoint
CREATE INDEX "telemetries_has_secret_order" ON "telemetries" USING btree (("secret_hash" is not null),"id");--> statement-breakpoint
CREATE INDEX "telemetries_serial_order" ON "telemetries" USING btree ("serial" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "telemetries_type_order" ON "telemetries" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "telemetries_device_order" ON "telemetries" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "telemetries_sim_operator_order" ON "telemetries" USING btree ("sim_operator" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "telemetries_last_contact_at_order" ON "telemetries" USING btree ("last_contact_at","id");--> statement-breakpoint
CREATE INDEX "telemetries_search" ON "telemetries" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "companies_logo_key" ON "companies" USING btree ("logo_id");--> statement-breakpoint
CREATE INDEX "users_full_name_order" ON "users" USING btree ("full_name" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_email_order" ON "users" USING btree ("email" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_phone_order" ON "users" USING btree ("phone" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_user_group_order" ON "users" USING btree ("user_group_id","id");--> statement-breakpoint
CREATE INDEX "users_role_order" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "users_franchise_order" ON "users" USING btree ("franchise_id","id");--> statement-breakpoint
CREATE INDEX "users_help_desk_responsible_order" ON "users" USING btree ("help_desk_responsible","id");--> statement-breakpoint
CREATE INDEX "users_blocked_order" ON "users" USING btree ("blocked","id");--> statement-breakpoint
CREATE INDEX "users_last_seen_at_order" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "audit_reads_device_idx" ON "audit_reads" USING btree ("device_id","to_at");