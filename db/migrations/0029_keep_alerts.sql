CREATE TABLE "alert_watches" (
	"tenant" integer NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL,
	"steady_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_watches_tenant_pk" PRIMARY KEY("tenant")
);
--> statement-breakpoint
ALTER TABLE "alert_watches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alerts" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"rule" integer NOT NULL,
	"rule_name" text NOT NULL,
	"team" text,
	"severity" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"fired_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text,
	"counts" jsonb NOT NULL,
	"sample" text[] NOT NULL,
	"path" text NOT NULL,
	"subscriptions" jsonb NOT NULL,
	CONSTRAINT "alerts_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "alerts_resolved" CHECK (("alerts"."resolved_at" is null) = ("alerts"."resolution" is null))
);
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("tenant","rule") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_list" ON "alerts" USING btree ("tenant","fired_at","id") WHERE "alerts"."fired_at" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "alert_watches" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "alerts" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (rule_name, team, severity, fired_at, resolved_at, resolution, counts, sample, path, subscriptions) ON alerts TO berth_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (looked_at, steady_since) ON alert_watches TO berth_app;
