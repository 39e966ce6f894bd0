CREATE TABLE "report_keys" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"keys" jsonb NOT NULL,
	"interval_s" integer,
	CONSTRAINT "report_keys_tenant_cluster_pk" PRIMARY KEY("tenant","cluster")
);
--> statement-breakpoint
ALTER TABLE "report_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "report_keys" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON report_keys TO berth_app;
