CREATE TABLE "version_successes" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"version" integer NOT NULL,
	"environment" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "version_successes_tenant_application_id_version_environment_pk" PRIMARY KEY("tenant","application_id","version","environment")
);
--> statement-breakpoint
ALTER TABLE "version_successes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "version_successes" ADD CONSTRAINT "version_successes_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollouts_next" ON "rollouts" USING btree ("due_at","tenant") WHERE "rollouts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "rollouts_back" ON "rollouts" USING btree ("tenant","rolls_back") WHERE "rollouts"."rolls_back" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "version_successes" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (at), DELETE ON version_successes TO berth_app;
--> statement-breakpoint
GRANT DELETE ON rollouts, rollout_waves, rollout_events, rollout_approvals TO berth_app;
--> statement-breakpoint
-- As in 0048_releases_and_rollouts.sql, but it reads what is due and what is on its way, not all that is running, and leaves
-- out where nothing is saved until an admin decides between Git and the database.
CREATE OR REPLACE FUNCTION tenants_with_due_rollouts() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.tenant FROM tenants t
  WHERE t.git_stop IS NULL AND t.tenant IN (
    SELECT r.tenant FROM rollouts r
    WHERE r.state = 'running' AND r.due_at <= statement_timestamp()
    UNION ALL
    SELECT w.tenant FROM rollout_waves w
    WHERE w.state = 'released' AND NOT EXISTS (
      SELECT FROM publications p
      WHERE p.tenant = w.tenant AND p.change = w.change AND p.state <> 'published')
    AND 'running' = (SELECT r.state FROM rollouts r WHERE r.tenant = w.tenant AND r.id = w.rollout))
$$;
