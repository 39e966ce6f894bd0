ALTER TABLE "hooks" ALTER COLUMN "team" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
GRANT UPDATE (told_at) ON pull_requests TO berth_app;
--> statement-breakpoint
-- As in 0049_take_pushes.sql, and for the hooks of a tenant's repository, which have no team.
CREATE OR REPLACE FUNCTION find_hook(hook uuid)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, team text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT h.tenant, n.name, n.installation, n.access_version, h.id, h.name, t.name
  FROM hooks h
  JOIN tenants n ON n.tenant = h.tenant
  LEFT JOIN revisions t
    ON t.tenant = h.tenant AND t.kind = 'team' AND t.object = h.team AND t.ended IS NULL
  -- The hook of a team that is no more is none.
  WHERE h.id = hook AND (h.team IS NULL OR t.name IS NOT NULL)
$$;
