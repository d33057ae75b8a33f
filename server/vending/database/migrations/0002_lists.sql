DROP INDEX "key_clients_company_idx";--> statement-breakpoint
DROP INDEX "key_wallets_client_idx";--> statement-breakpoint
DROP INDEX "key_wallets_key_search";--> statement-breakpoint
DROP INDEX "key_wallets_owner_search";--> statement-breakpoint
DROP INDEX "devices_location_idx";--> statement-breakpoint
DROP INDEX "devices_model_idx";--> statement-breakpoint
DROP INDEX "devices_planogram_idx";--> statement-breakpoint
DROP INDEX "locations_project_idx";--> statement-breakpoint
DROP INDEX "locations_franchise_idx";--> statement-breakpoint
DROP INDEX "locations_division_idx";--> statement-breakpoint
DROP INDEX "locations_company_idx";--> statement-breakpoint
DROP INDEX "users_franchise_idx";--> statement-breakpoint
DROP INDEX "key_wallets_balance_order";--> statement-breakpoint
DROP INDEX "key_wallets_bonus_balance_order";--> statement-breakpoint
ALTER TABLE "key_clients" ADD COLUMN "wallets_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "key_clients" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || ' ' || coalesce("phone", '') || ' ' || coalesce("email", ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "key_wallets" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("key", '') || ' ' || coalesce("owner", ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "vends_30_days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "sales_30_days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "devices_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || ' ' || coalesce("address", '') || ' ' || coalesce("city", '') || ' ' || coalesce("external_id", ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "franchise_id" integer;--> statement-breakpoint
ALTER TABLE "telemetries" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("full_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "key_clients_name_order" ON "key_clients" USING btree ("name" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_company_order" ON "key_clients" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "key_clients_phone_order" ON "key_clients" USING btree ("phone" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_email_order" ON "key_clients" USING btree ("email" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "key_clients_wallets_count_order" ON "key_clients" USING btree ("wallets_count","id");--> statement-breakpoint
CREATE INDEX "key_clients_search" ON "key_clients" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "key_wallets_client_order" ON "key_wallets" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "key_wallets_type_order" ON "key_wallets" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "key_wallets_original_balance_order" ON "key_wallets" USING btree ("original_balance","id");--> statement-breakpoint
CREATE INDEX "key_wallets_blocked_order" ON "key_wallets" USING btree ("blocked","id");--> statement-breakpoint
CREATE INDEX "key_wallets_search" ON "key_wallets" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "devices_hidden_idx" ON "devices" USING btree ("hidden","id");--> statement-breakpoint
CREATE INDEX "devices_access_idx" ON "devices" USING btree ("project_id","location_id","franchise_id","id");--> statement-breakpoint
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
CREATE INDEX "telemetries_contact_device_idx" ON "telemetries" USING btree ("last_contact_at","device_id");--> statement-breakpoint
CREATE INDEX "telemetries_type_device_idx" ON "telemetries" USING btree ("type","device_id");--> statement-breakpoint
CREATE INDEX "telemetries_has_secret_order" ON "telemetries" USING btree (("secret_hash" is not null),"id");--> statement-breakpoint
CREATE INDEX "telemetries_serial_order" ON "telemetries" USING btree ("serial" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "telemetries_type_order" ON "telemetries" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "telemetries_device_order" ON "telemetries" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "telemetries_sim_operator_order" ON "telemetries" USING btree ("sim_operator" collate "uk-x-icu","id");--> statement-breakpoint
CREATE INDEX "telemetries_last_contact_at_order" ON "telemetries" USING btree ("last_contact_at","id");--> statement-breakpoint
CREATE INDEX "telemetries_search" ON "telemetries" USING gin ("search" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
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
CREATE INDEX "key_wallets_balance_order" ON "key_wallets" USING btree ("balance","id");--> statement-breakpoint
CREATE INDEX "key_wallets_bonus_balance_order" ON "key_wallets" USING btree ("bonus_balance","id");