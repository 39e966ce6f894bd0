CREATE TABLE "dependents" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dependents_tenant_application_id_pk" PRIMARY KEY("tenant","application_id")
);
--> statement-breakpoint
ALTER TABLE "dependents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "current" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rollout_waves" ADD COLUMN "freed" "bytea";--> statement-breakpoint
ALTER TABLE "dependents" ADD CONSTRAINT "dependents_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dependents_due" ON "dependents" USING btree ("due_at","tenant");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "dependents" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (due_at), DELETE ON dependents TO berth_app;
--> statement-breakpoint
GRANT UPDATE (freed) ON rollout_waves TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that something may be released there.
CREATE FUNCTION tenants_with_due_dependents() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT d.tenant FROM dependents d
  JOIN tenants t ON t.tenant = d.tenant
  WHERE d.due_at <= statement_timestamp() AND t.git_stop IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_due_dependents() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_due_dependents() TO berth_app;
