CREATE TABLE "alert_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"news" text NOT NULL,
	"channel" text NOT NULL,
	"user_id" integer,
	"people" integer,
	"payload" jsonb,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"cause" text NOT NULL,
	"error_code" text,
	"limit" integer,
	"minutes" integer NOT NULL,
	"level" text NOT NULL,
	"projects" integer[] DEFAULT '{}' NOT NULL,
	"crews" integer[] DEFAULT '{}' NOT NULL,
	"models" integer[] DEFAULT '{}' NOT NULL,
	"regions" text[] DEFAULT '{}' NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"people" integer[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT 'uk' NOT NULL,
	"webhook" text,
	"webhook_secret" text,
	"ticket_priority" text,
	"category_id" integer,
	"responsible_id" integer,
	"quiet_from" text,
	"quiet_to" text,
	"wait_seconds" integer,
	"gather_minutes" integer,
	"repeat_minutes" integer
);
--> statement-breakpoint
CREATE TABLE "alert_signals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_signals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" integer,
	"subject" text NOT NULL,
	"device_id" integer,
	"since" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"city" text,
	"region" text,
	"begun" timestamp with time zone[] NOT NULL,
	"due_at" timestamp with time zone,
	"cleared_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"alert_id" integer
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rule_id" integer,
	"name" text NOT NULL,
	"cause" text NOT NULL,
	"level" text NOT NULL,
	"scope" text NOT NULL,
	"area" text NOT NULL,
	"place" text,
	"region" text,
	"opened_at" timestamp with time zone NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"untold" integer NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by_id" integer,
	"closed_at" timestamp with time zone,
	"ticket_id" integer
);
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "ticket_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "alert_id" integer;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_responsible_id_users_id_fk" FOREIGN KEY ("responsible_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_signals" ADD CONSTRAINT "alert_signals_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_signals" ADD CONSTRAINT "alert_signals_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_signals" ADD CONSTRAINT "alert_signals_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_messages_alert_idx" ON "alert_messages" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_messages_waiting_idx" ON "alert_messages" USING btree ("channel","next_at") WHERE state = 'WAIT';--> statement-breakpoint
CREATE UNIQUE INDEX "alert_signals_open_key" ON "alert_signals" USING btree ("rule_id","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "alert_signals_alert_idx" ON "alert_signals" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_signals_device_idx" ON "alert_signals" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alerts_open_idx" ON "alerts" USING btree ("id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "alerts_opened_idx" ON "alerts" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "alerts_rule_idx" ON "alerts" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "alerts_ticket_idx" ON "alerts" USING btree ("ticket_id");