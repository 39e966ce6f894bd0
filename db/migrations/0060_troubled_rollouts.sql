ALTER TABLE "rollouts" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "rollouts_completed" ON "rollouts" USING btree ("tenant","ended_at") WHERE "rollouts"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "rollouts_troubled" ON "rollouts" USING btree ("tenant","id") WHERE "rollouts"."state" = 'paused' or "rollouts"."failing_since" is not null;--> statement-breakpoint
GRANT UPDATE (failing_since) ON rollouts TO berth_app;
