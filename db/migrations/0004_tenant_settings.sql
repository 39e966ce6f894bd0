CREATE TABLE "application_kinds" (
	"tenant" integer PRIMARY KEY NOT NULL,
	"kinds" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_kinds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "argocd_namespace" text;--> statement-breakpoint
ALTER TABLE "application_kinds" ADD CONSTRAINT "application_kinds_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "application_kinds" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT UPDATE (argocd_namespace) ON tenants TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (kinds, version, updated_at, updated_by) ON application_kinds TO berth_app;
