ALTER TABLE "tokens" DROP CONSTRAINT "tokens_role";--> statement-breakpoint
ALTER TABLE "scheduler_asks" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduler_asks" ADD COLUMN "changed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "scheduler" integer;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_scheduler" CHECK (("tokens"."role" = 'scheduler') = ("tokens"."scheduler" is not null) and ("tokens"."scheduler" is null or coalesce("tokens"."team", "tokens"."cluster") is null));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('admin', 'contributor', 'reader', 'announcer', 'scheduler'));
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
