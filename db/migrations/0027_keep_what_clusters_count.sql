CREATE TABLE "cluster_metrics" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"swept_at" timestamp (3) with time zone NOT NULL,
	"key_count" integer DEFAULT 0 NOT NULL,
	"targets" jsonb NOT NULL,
	CONSTRAINT "cluster_metrics_tenant_cluster_pk" PRIMARY KEY("tenant","cluster")
);
--> statement-breakpoint
ALTER TABLE "cluster_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "metric_hours" (
	"tenant" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"cluster" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "metric_hours_tenant_at_cluster_pk" PRIMARY KEY("tenant","at","cluster")
);
--> statement-breakpoint
ALTER TABLE "metric_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "metric_keys" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"key" text NOT NULL,
	"at" bigint NOT NULL,
	"members" jsonb NOT NULL,
	CONSTRAINT "metric_keys_tenant_cluster_key_pk" PRIMARY KEY("tenant","cluster","key")
);
--> statement-breakpoint
ALTER TABLE "metric_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "cluster_metrics" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "metric_hours" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "metric_keys" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON cluster_metrics, metric_keys, metric_hours TO berth_app;
