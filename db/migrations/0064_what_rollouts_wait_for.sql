ALTER TABLE "rollouts" ADD COLUMN "waiting" jsonb;--> statement-breakpoint
GRANT UPDATE (waiting) ON rollouts TO berth_app;--> statement-breakpoint
-- Each is looked at once, and says then what it waits for.
UPDATE rollouts SET due_at = clock_timestamp() WHERE state = 'running';
