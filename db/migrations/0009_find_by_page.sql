DROP INDEX "placements_began";--> statement-breakpoint
DROP INDEX "placements_past_began";--> statement-breakpoint
CREATE INDEX "revisions_names" ON "revisions" USING btree ("tenant","kind","name","object");--> statement-breakpoint
CREATE INDEX "placements_began" ON "placements" USING btree ("tenant","began","application_id");--> statement-breakpoint
CREATE INDEX "placements_past_began" ON "placements_past" USING btree ("tenant","began","application_id");