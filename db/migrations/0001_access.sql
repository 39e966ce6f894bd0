CREATE VIEW placements_all WITH (security_invoker = true) AS
  SELECT tenant, application_id, cluster_id, began, NULL::bigint AS ended FROM placements
  UNION ALL
  SELECT tenant, application_id, cluster_id, began, ended FROM placements_past;
--> statement-breakpoint
-- The few questions that are asked before a tenant is known. They run as the owner, past the tenant wall, so each
-- answers one narrow question, and only the application's role may ask it.
CREATE FUNCTION find_token(token_hash bytea)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, id uuid, name text, role text, team text,
    cluster text, expires_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A token of a team or a cluster that is no more is no token: without its limit it would reach further, not less far.
  SELECT k.tenant, n.name, n.installation, k.id, k.name, k.role, t.name, c.name, k.expires_at
  FROM tokens k
  JOIN tenants n ON n.tenant = k.tenant
  LEFT JOIN revisions t
    ON t.tenant = k.tenant AND t.kind = 'team' AND t.object = k.team AND t.ended IS NULL
  LEFT JOIN revisions c
    ON c.tenant = k.tenant AND c.kind = 'cluster' AND c.object = k.cluster AND c.ended IS NULL
  WHERE k.hash = token_hash
    AND k.revoked_at IS NULL
    AND k.expires_at > now()
    AND (k.team IS NULL OR t.name IS NOT NULL)
    AND (k.cluster IS NULL OR c.name IS NOT NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION tenant_ids() RETURNS TABLE (tenant integer, name text, installation uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT t.tenant, t.name, t.installation FROM tenants t ORDER BY t.tenant $$;
--> statement-breakpoint
CREATE FUNCTION tenant_by_name(tenant_name text) RETURNS TABLE (tenant integer, name text, installation uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT t.tenant, t.name, t.installation FROM tenants t WHERE t.name = tenant_name $$;
--> statement-breakpoint
CREATE FUNCTION create_tenant(tenant_name text) RETURNS TABLE (tenant integer, name text, installation uuid)
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ INSERT INTO tenants AS t (name) VALUES (tenant_name) RETURNING t.tenant, t.name, t.installation $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_token(bytea), tenant_ids(), tenant_by_name(text), create_tenant(text) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_token(bytea), tenant_ids(), tenant_by_name(text), create_tenant(text) TO berth_app;
--> statement-breakpoint
-- The application's role: what it does and no more. History is added and ended, never rewritten and never deleted.
GRANT SELECT,
  UPDATE (last_change, placements_total, branch_pattern, last_team, last_cluster, last_application, last_policy)
  ON tenants TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended) ON revisions, labels TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON placements TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON placements_past, changes TO berth_app;
--> statement-breakpoint
GRANT SELECT ON placements_all TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (tip, published_change, error, error_at) ON branches TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended, vacated) ON cluster_branches TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, commit, error, published_at) ON publications TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at) ON tokens TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO berth_app;
--> statement-breakpoint
-- So that a running portal can tell whether the database is at the version that it was built for.
GRANT USAGE ON SCHEMA drizzle TO berth_app;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO berth_app;
