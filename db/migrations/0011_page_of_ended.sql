DROP INDEX "placements_past_ended";--> statement-breakpoint
CREATE INDEX "placements_past_ended" ON "placements_past" USING btree ("tenant","ended","began","application_id");