CREATE TABLE "auto_candidates" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"environment" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auto_candidates_tenant_application_id_environment_pk" PRIMARY KEY("tenant","application_id","environment")
);
--> statement-breakpoint
ALTER TABLE "auto_candidates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auto_candidates" ADD CONSTRAINT "auto_candidates_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_candidates_due" ON "auto_candidates" USING btree ("due_at","tenant");--> statement-breakpoint
CREATE INDEX "rollouts_auto_after" ON "rollouts" USING btree ("tenant","application_id","environment","auto_after") WHERE "rollouts"."auto_after" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "auto_candidates" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (due_at), DELETE ON auto_candidates TO berth_app;
--> statement-breakpoint
GRANT UPDATE (auto_after) ON rollouts TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that a version may go on by itself there.
CREATE FUNCTION tenants_with_auto_candidates() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT c.tenant FROM auto_candidates c
  JOIN tenants t ON t.tenant = c.tenant
  WHERE c.due_at <= statement_timestamp() AND t.git_stop IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_auto_candidates() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_auto_candidates() TO berth_app;
