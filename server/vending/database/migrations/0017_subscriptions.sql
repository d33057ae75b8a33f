CREATE TABLE "report_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"report" text NOT NULL,
	"query" text NOT NULL,
	"period" text NOT NULL,
	"frequency" text NOT NULL,
	"on_day" integer NOT NULL,
	"hour" integer NOT NULL,
	"format" text NOT NULL,
	"lang" text NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"try_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"trouble" text,
	"trouble_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failed_since" timestamp with time zone,
	"lease" text,
	"leased_until" timestamp with time zone,
	"links" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "for_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_subscriptions_key" ON "report_subscriptions" USING btree ("user_id","report",md5("query"),"period","frequency","on_day","hour");--> statement-breakpoint
CREATE UNIQUE INDEX "report_subscriptions_lease" ON "report_subscriptions" USING btree ("lease");--> statement-breakpoint
CREATE INDEX "report_subscriptions_due" ON "report_subscriptions" USING btree ("next_at") WHERE not "report_subscriptions"."paused";--> statement-breakpoint
CREATE INDEX "report_subscriptions_try" ON "report_subscriptions" USING btree ("try_at") WHERE "report_subscriptions"."try_at" is not null;