CREATE TABLE "currency_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "currency_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"currency" text NOT NULL,
	"rate" numeric(20, 6) NOT NULL,
	"from_day" date NOT NULL,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "counted_in" text;--> statement-breakpoint
ALTER TABLE "audit_reads" ADD COLUMN "rate" numeric(20, 6);--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "foreign_amount" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "audit_currency" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "coin_multiplier" numeric(8, 3);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "bill_multiplier" numeric(8, 3);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "price_multiplier" numeric(8, 3);--> statement-breakpoint
CREATE UNIQUE INDEX "currency_rates_key" ON "currency_rates" USING btree ("currency","from_day");--> statement-breakpoint
CREATE INDEX "audit_reads_foreign_idx" ON "audit_reads" USING btree ("device_id","to_at") WHERE "audit_reads"."currency" <> 'UAH';--> statement-breakpoint
CREATE INDEX "audit_reads_counted_idx" ON "audit_reads" USING btree ("counted_in","device_id") WHERE "audit_reads"."counted_in" is not null;--> statement-breakpoint
CREATE INDEX "sales_currency_idx" ON "sales" USING btree ("currency","device_id") WHERE "sales"."currency" is not null;--> statement-breakpoint
CREATE INDEX "sales_foreign_idx" ON "sales" USING btree ("device_id","sold_at") WHERE "sales"."currency" is not null;--> statement-breakpoint
-- What kept reads name, as far as it is a currency; what they are worth is told anew at the next start (areas/currencies).
UPDATE "audit_reads" SET "currency" = "counters"->'currency'->>'code' WHERE "counters"->'currency'->>'code' IN (
  'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF',
  'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP',
  'CRC', 'CUC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP',
  'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HRK', 'HTG', 'HUF', 'IDR', 'ILS',
  'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD',
  'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU',
  'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN',
  'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK',
  'SGD', 'SHP', 'SLE', 'SLL', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND',
  'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VES', 'VND', 'VUV', 'WST', 'XAF',
  'XCD', 'XCG', 'XOF', 'XPF', 'XTS', 'YER', 'ZAR', 'ZMW', 'ZWG', 'ZWL');
