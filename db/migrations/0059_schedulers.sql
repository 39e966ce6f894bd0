CREATE TABLE "cluster_scores" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"name" text NOT NULL,
	"value" double precision NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cluster_scores_tenant_cluster_name_pk" PRIMARY KEY("tenant","cluster","name")
);
--> statement-breakpoint
ALTER TABLE "cluster_scores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "decisions" (
	"tenant" integer NOT NULL,
	"policy_id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"clusters" "bytea" NOT NULL,
	"reasons" jsonb,
	"began" bigint NOT NULL,
	"ended" bigint,
	CONSTRAINT "decisions_tenant_policy_id_application_id_began_pk" PRIMARY KEY("tenant","policy_id","application_id","began"),
	CONSTRAINT "decisions_interval" CHECK ("decisions"."ended" > "decisions"."began")
);
--> statement-breakpoint
ALTER TABLE "decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scheduler_asks" (
	"tenant" integer NOT NULL,
	"policy" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"asked_change" bigint,
	"changed" bigint DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"waiting" jsonb,
	CONSTRAINT "scheduler_asks_tenant_policy_pk" PRIMARY KEY("tenant","policy")
);
--> statement-breakpoint
ALTER TABLE "scheduler_asks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tokens" DROP CONSTRAINT "tokens_role";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "scheduler" integer;--> statement-breakpoint
CREATE INDEX "cluster_scores_name" ON "cluster_scores" USING btree ("tenant","name","until");--> statement-breakpoint
CREATE INDEX "decisions_began" ON "decisions" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "decisions_ended" ON "decisions" USING btree ("tenant","ended");--> statement-breakpoint
CREATE INDEX "scheduler_asks_due" ON "scheduler_asks" USING btree ("tenant","due_at");--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_scheduler" CHECK (("tokens"."role" = 'scheduler') = ("tokens"."scheduler" is not null) and ("tokens"."scheduler" is null or coalesce("tokens"."team", "tokens"."cluster") is null));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('admin', 'contributor', 'reader', 'announcer', 'scheduler'));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "cluster_scores" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "decisions" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "scheduler_asks" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended) ON decisions TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON cluster_scores, scheduler_asks TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that a scheduler of it is to be asked.
CREATE FUNCTION tenants_with_due_asks() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT s.tenant FROM scheduler_asks s WHERE s.due_at <= clock_timestamp()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_due_asks() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_due_asks() TO berth_app;
--> statement-breakpoint
-- What is asked before a tenant is known: see 0001_access.sql.
DROP FUNCTION find_token(bytea);
--> statement-breakpoint
CREATE FUNCTION find_token(token_hash bytea)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, role text,
    team text, cluster text, scheduler text, expires_at timestamptz, last_used_at timestamptz, person text, payer text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  -- A token of something that is no more is no token: without its limit it would reach further, not less far.
  SELECT k.tenant, n.name, n.installation, n.access_version, k.id, k.name, k.role, t.name, c.name, s.name, k.expires_at,
    k.last_used_at, k.person, coalesce('person:' || k.person, k.payer, 'token:' || k.id)
  FROM tokens k
  JOIN tenants n ON n.tenant = k.tenant
  LEFT JOIN revisions t
    ON t.tenant = k.tenant AND t.kind = 'team' AND t.object = k.team AND t.ended IS NULL
  LEFT JOIN revisions c
    ON c.tenant = k.tenant AND c.kind = 'cluster' AND c.object = k.cluster AND c.ended IS NULL
  LEFT JOIN revisions s
    ON s.tenant = k.tenant AND s.kind = 'scheduler' AND s.object = k.scheduler AND s.ended IS NULL
  WHERE k.hash = token_hash
    AND k.revoked_at IS NULL
    AND k.expires_at > now()
    AND (k.team IS NULL OR t.name IS NOT NULL)
    AND (k.cluster IS NULL OR c.name IS NOT NULL)
    AND (k.scheduler IS NULL OR s.name IS NOT NULL)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_token(bytea) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_token(bytea) TO berth_app;
--> statement-breakpoint
-- For monitoring: of all tenants, none of which it names.
CREATE FUNCTION asks_backlog() RETURNS TABLE (failing integer, waiting integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT (count(*) FILTER (WHERE failures >= 3))::int, (count(*) FILTER (WHERE waiting IS NOT NULL))::int FROM scheduler_asks
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION asks_backlog() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION asks_backlog() TO berth_app;
