CREATE TABLE "rollout_approvals" (
	"tenant" integer NOT NULL,
	"rollout" integer NOT NULL,
	"seq" integer NOT NULL,
	"wave" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"principal" text NOT NULL,
	"name" text NOT NULL,
	"group" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "rollout_approvals_tenant_rollout_seq_pk" PRIMARY KEY("tenant","rollout","seq")
);
--> statement-breakpoint
ALTER TABLE "rollout_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rollout_events" (
	"tenant" integer NOT NULL,
	"rollout" integer NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"code" text NOT NULL,
	"wave" integer,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"reason" text,
	"facts" jsonb NOT NULL,
	CONSTRAINT "rollout_events_tenant_rollout_seq_pk" PRIMARY KEY("tenant","rollout","seq")
);
--> statement-breakpoint
ALTER TABLE "rollout_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rollout_waves" (
	"tenant" integer NOT NULL,
	"rollout" integer NOT NULL,
	"wave" integer NOT NULL,
	"name" text NOT NULL,
	"rule" jsonb NOT NULL,
	"planned" "bytea",
	"state" text NOT NULL,
	"change" bigint,
	"released" "bytea",
	"published_at" timestamp (3) with time zone,
	"passed_at" timestamp (3) with time zone,
	"overridden" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "rollout_waves_tenant_rollout_wave_pk" PRIMARY KEY("tenant","rollout","wave")
);
--> statement-breakpoint
ALTER TABLE "rollout_waves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rollouts" (
	"tenant" integer NOT NULL,
	"id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"team" text NOT NULL,
	"application" text NOT NULL,
	"environment" text NOT NULL,
	"version" integer,
	"repo_url" text NOT NULL,
	"repo_branch" text NOT NULL,
	"repo_path" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"cause" text,
	"digest" text NOT NULL,
	"confirmed" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"seq" integer NOT NULL,
	"rolls_back" integer,
	"auto_after" integer,
	"started_at" timestamp (3) with time zone NOT NULL,
	"resumed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"started_by" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text,
	CONSTRAINT "rollouts_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "rollouts_ended" CHECK (("rollouts"."state" in ('running', 'paused')) = ("rollouts"."ended_at" is null)),
	CONSTRAINT "rollouts_cause" CHECK (("rollouts"."state" = 'paused') = ("rollouts"."cause" is not null))
);
--> statement-breakpoint
ALTER TABLE "rollouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rollout_approvals" ADD CONSTRAINT "rollout_approvals_tenant_rollout_rollouts_tenant_id_fk" FOREIGN KEY ("tenant","rollout") REFERENCES "public"."rollouts"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_events" ADD CONSTRAINT "rollout_events_tenant_rollout_rollouts_tenant_id_fk" FOREIGN KEY ("tenant","rollout") REFERENCES "public"."rollouts"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_waves" ADD CONSTRAINT "rollout_waves_tenant_rollout_rollouts_tenant_id_fk" FOREIGN KEY ("tenant","rollout") REFERENCES "public"."rollouts"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollout_approvals_wave" ON "rollout_approvals" USING btree ("tenant","rollout","wave");--> statement-breakpoint
CREATE INDEX "rollout_waves_change" ON "rollout_waves" USING btree ("tenant","change");--> statement-breakpoint
CREATE INDEX "rollout_waves_released" ON "rollout_waves" USING btree ("tenant","rollout") WHERE "rollout_waves"."state" = 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "rollouts_unfinished" ON "rollouts" USING btree ("tenant","application_id","environment") WHERE "rollouts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "rollouts_due" ON "rollouts" USING btree ("tenant","due_at") WHERE "rollouts"."state" = 'running';--> statement-breakpoint
CREATE INDEX "rollouts_application" ON "rollouts" USING btree ("tenant","application_id","environment","id");--> statement-breakpoint
CREATE INDEX "rollouts_team" ON "rollouts" USING btree ("tenant","team","id");--> statement-breakpoint
CREATE INDEX "rollouts_environment" ON "rollouts" USING btree ("tenant","environment","id");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rollout_approvals" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rollout_events" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rollout_waves" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rollouts" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, cause, due_at, seq, resumed_at, ended_at, confirmed) ON rollouts TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, change, released, published_at, passed_at, overridden) ON rollout_waves TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON rollout_events, rollout_approvals TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that one of its rollouts may go on:
-- because time passed, or because what its newest wave changed is in Git.
CREATE FUNCTION tenants_with_due_rollouts() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT r.tenant FROM rollouts r
  WHERE r.state = 'running' AND (r.due_at <= clock_timestamp() OR EXISTS (
    SELECT FROM rollout_waves w
    WHERE w.tenant = r.tenant AND w.rollout = r.id AND w.state = 'released' AND NOT EXISTS (
      SELECT FROM publications p
      WHERE p.tenant = w.tenant AND p.change = w.change AND p.state <> 'published')))
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_due_rollouts() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_due_rollouts() TO berth_app;
