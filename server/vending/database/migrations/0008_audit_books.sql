CREATE TABLE "audit_questions" (
	"device_id" integer NOT NULL,
	"month" date NOT NULL,
	"question" text NOT NULL,
	"count" integer NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_questions_device_id_month_question_pk" PRIMARY KEY("device_id","month","question")
);
--> statement-breakpoint
CREATE TABLE "closed_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closed_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"device_id" integer NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	"file_id" integer,
	"user_id" integer
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" integer NOT NULL,
	"questions" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_totals" (
	"month" date NOT NULL,
	"device_id" integer NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "closed_totals_month_device_id_source_pk" PRIMARY KEY("month","device_id","source")
);
--> statement-breakpoint
ALTER TABLE "audit_questions" ADD CONSTRAINT "audit_questions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_questions_month_idx" ON "audit_questions" USING btree ("month","question");--> statement-breakpoint
CREATE INDEX "closed_corrections_month_idx" ON "closed_corrections" USING btree ("month","device_id");--> statement-breakpoint
-- What is written down of a closed month stands for good.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name;
end $$;
--> statement-breakpoint
create trigger written_once before update or delete on closed_months for each statement execute function refuse_change();
--> statement-breakpoint
create trigger written_once before update or delete on closed_totals for each statement execute function refuse_change();
--> statement-breakpoint
create trigger written_once before update or delete on closed_corrections for each statement execute function refuse_change();
--> statement-breakpoint
-- What the reads and discrepancies that are there already ask; from now on it is kept by whatever books them.
insert into audit_questions (device_id, month, question, count, amount, first_at, last_at)
select r.device_id, date_trunc('month', r.to_at at time zone 'Europe/Kyiv')::date, q.question, sum(q.count), sum(q.amount), min(r.to_at), max(r.to_at)
from audit_reads r join audit_files f on f.id = r.file_id
  left join (select d.file_id, d.report, sum(abs(d.event_amount - d.audit_amount)) as amount from audit_differences d where d.source not in ('test', 'free') group by 1, 2) x on x.file_id = r.file_id and x.report = r.report
  cross join lateral (values
    ('held', r.kind = 'held' and not exists (select 1 from audit_reads n where n.device_id = r.device_id and n.kind = 'delta' and n.to_at > r.to_at), 1, 0),
    ('currency', r.kind <> 'duplicate' and r.warnings @> '[{"code":"currency_not_uah"}]', 1, 0),
    ('difference', x.file_id is not null, 1, x.amount),
    ('gap', r.kind is not null and r.missing_reads > 0, r.missing_reads, 0),
    ('clockless', r.lines is not null and r.header->>'machineTime' is null and f.read_at is null, 1, 0)) q(question, asks, count, amount)
where r.to_at is not null and q.asks group by 1, 2, 3;
