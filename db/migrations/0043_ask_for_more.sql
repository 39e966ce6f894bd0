ALTER TABLE "team_requests" ADD COLUMN "asks_for" text DEFAULT 'team' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_requests" ADD COLUMN "cluster" text;--> statement-breakpoint
CREATE INDEX "team_requests_name" ON "team_requests" USING btree ("tenant",("body" ->> 'name'),"created_at");--> statement-breakpoint
ALTER TABLE "team_requests" ADD CONSTRAINT "team_requests_asks_for" CHECK ("team_requests"."asks_for" in ('team', 'limits', 'cluster'));--> statement-breakpoint
GRANT UPDATE (cluster) ON team_requests TO berth_app;
