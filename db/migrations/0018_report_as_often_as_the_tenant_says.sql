ALTER TABLE "cluster_reports" ADD COLUMN "interval_s" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "report_interval_s" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_moving" ON "changes" USING btree ("tenant","at") WHERE "changes"."added" + "changes"."removed" + "changes"."changed" > 0;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_report_interval" CHECK ("tenants"."report_interval_s" between 30 and 3600);--> statement-breakpoint
GRANT UPDATE (report_interval_s) ON tenants TO berth_app;
