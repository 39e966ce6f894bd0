ALTER TABLE "team_requests" ADD COLUMN "answer_seen_at" timestamp (3) with time zone;--> statement-breakpoint
GRANT UPDATE (answer_seen_at) ON team_requests TO berth_app;
