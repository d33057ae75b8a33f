CREATE TABLE "device_errors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"code" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"ticket_id" integer
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
ALTER TABLE "settings" ADD COLUMN "response_critical" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "response_high" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "response_medium" integer DEFAULT 480 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "resolution_critical" integer DEFAULT 240 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "resolution_high" integer DEFAULT 1440 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "resolution_medium" integer DEFAULT 4320 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "help_desk_webhook" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "help_desk_webhook_secret" text;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_desk_posts" ADD CONSTRAINT "help_desk_posts_entry_id_ticket_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ticket_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "device_errors_open_key" ON "device_errors" USING btree ("device_id","code") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "device_errors_device_idx" ON "device_errors" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE INDEX "device_errors_ticket_idx" ON "device_errors" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "help_desk_posts_waiting_idx" ON "help_desk_posts" USING btree ("company_id","id") WHERE state = 'WAIT';--> statement-breakpoint
CREATE INDEX "help_desk_posts_entry_idx" ON "help_desk_posts" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "help_desk_posts_ticket_idx" ON "help_desk_posts" USING btree ("ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_categories_name_key" ON "ticket_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_entries_ticket_idx" ON "ticket_entries" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_entries_key" ON "ticket_entries" USING btree ("ticket_id","key");--> statement-breakpoint
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
CREATE INDEX "tickets_files_idx" ON "tickets" USING gin ("files");