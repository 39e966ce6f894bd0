ALTER TABLE "repository_settings" ADD COLUMN "pull_request_host" text;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_api_url" text;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_token" "bytea";--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_join" boolean DEFAULT true NOT NULL;