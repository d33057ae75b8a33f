CREATE INDEX "authorisations_client_idx" ON "authorisations" USING btree ("at") WHERE "authorisations"."client_id" is not null and "authorisations"."sale_id" is not null;--> statement-breakpoint
CREATE INDEX "authorisations_qr_idx" ON "authorisations" USING btree ("at") WHERE "authorisations"."card" = 'qr';--> statement-breakpoint
CREATE INDEX "key_moves_wallet_at_idx" ON "key_moves" USING btree ("wallet_id","at");--> statement-breakpoint
CREATE INDEX "key_moves_reverses_idx" ON "key_moves" USING btree ("reverses_id") WHERE "key_moves"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "key_moves_shift_idx" ON "key_moves" USING btree ("wallet_id","shift_at") WHERE "key_moves"."shift_at" is not null;