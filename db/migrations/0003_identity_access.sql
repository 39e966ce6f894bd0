-- Counters of requests are worth nothing after a crash, and are written often.
ALTER TABLE rate_limits SET UNLOGGED;
--> statement-breakpoint
-- What is asked before a tenant is known: see 0001_access.sql.
DROP FUNCTION find_token(bytea);
--> statement-breakpoint
CREATE FUNCTION find_token(token_hash bytea)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, role text,
    team text, cluster text, expires_at timestamptz, last_used_at timestamptz, person text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A token of a team or a cluster that is no more is no token: without its limit it would reach further, not less far.
  SELECT k.tenant, n.name, n.installation, n.access_version, k.id, k.name, k.role, t.name, c.name, k.expires_at,
    k.last_used_at, k.person
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
CREATE FUNCTION find_session(session_hash bytea)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, subject text, name text,
    email text, groups text[], roles text[], rights_state text, rights_message text, read_at timestamptz,
    tried_at timestamptz, is_readable boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.tenant, n.name, n.installation, n.access_version, p.subject, p.name, p.email, p.groups, p.roles,
    p.rights_state, p.rights_message, p.read_at, p.tried_at, p.refresh_token IS NOT NULL
  FROM sessions s
  JOIN people p ON p.tenant = s.tenant AND p.subject = s.subject
  JOIN tenants n ON n.tenant = s.tenant
  WHERE s.hash = session_hash AND s.ended_at IS NULL AND s.expires_at > now()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_token(bytea), find_session(bytea) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_token(bytea), find_session(bytea) TO berth_app;
--> statement-breakpoint
GRANT UPDATE (access_version) ON tenants TO berth_app;
--> statement-breakpoint
GRANT UPDATE (revoked_by) ON tokens TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, email, groups, roles, rights_state, rights_message, read_at, tried_at, refresh_token,
  signed_in_at) ON people TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended_at), DELETE ON sessions TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON role_grants TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, decided_at, decided_by, decided_by_name, decision, change, team) ON team_requests TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON repository_settings, rate_limits TO berth_app;
--> statement-breakpoint
-- What was done is added to, and never rewritten.
GRANT SELECT, INSERT ON audit_events TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (last_id, last_hash) ON audit_heads TO berth_app;
