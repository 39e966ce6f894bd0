-- What waits in a tenant. Who asks sees no more of it than of the tables.
CREATE FUNCTION tenant_backlog(of_tenant integer, layout integer)
  RETURNS TABLE (pending integer, oldest_seconds double precision, failing_branches integer, held_branches integer, stop text,
    is_damaged boolean, deliveries_waiting integer, deliveries_failed integer, counts_age_seconds double precision)
  LANGUAGE sql STABLE
AS $$
  SELECT p.pending, coalesce(extract(epoch FROM clock_timestamp() - p.oldest), 0)::float8, b.failing, b.held, t.git_stop,
    t.store_fault IS NOT NULL,
    (SELECT count(*)::int FROM deliveries d WHERE d.tenant = t.tenant AND d.settled_at IS NULL),
    (SELECT count(*)::int FROM deliveries d WHERE d.tenant = t.tenant AND d.state = 'failed'
      AND d.settled_at > now() - interval '1 day'),
    extract(epoch FROM clock_timestamp() - least(
      (SELECT max(h.at) FROM observed_hours h
        WHERE h.tenant = t.tenant AND h.metric = 'states' AND h.by = '' AND h.team = ''),
      (SELECT max(h.at) FROM observed_hours h
        WHERE h.tenant = t.tenant AND h.metric = 'deployments' AND h.by = '' AND h.team = '')))::float8
  FROM tenants t
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS pending, min(created_at) AS oldest FROM publications
    WHERE publications.tenant = t.tenant AND state = 'pending') p
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE error IS NOT NULL)::int AS failing,
      count(*) FILTER (WHERE branches.layout < tenant_backlog.layout AND tip IS NOT NULL)::int AS held
    FROM branches WHERE branches.tenant = t.tenant) b
  WHERE t.tenant = of_tenant
$$;
--> statement-breakpoint
-- Asked by monitoring, which belongs to no tenant: see 0001_access.sql. It tells sums, and names no tenant.
CREATE FUNCTION whole_backlog(layout integer)
  RETURNS TABLE (pending integer, oldest_seconds double precision, failing_branches integer, held_branches integer, stops text[],
    damaged_repositories integer, deliveries_waiting integer, deliveries_failed integer, counts_age_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce(sum(b.pending), 0)::int, coalesce(max(b.oldest_seconds), 0), coalesce(sum(b.failing_branches), 0)::int,
    coalesce(sum(b.held_branches), 0)::int, coalesce(array_agg(b.stop ORDER BY t.tenant) FILTER (WHERE b.stop IS NOT NULL), '{}'),
    count(*) FILTER (WHERE b.is_damaged)::int, coalesce(sum(b.deliveries_waiting), 0)::int,
    coalesce(sum(b.deliveries_failed), 0)::int, coalesce(max(b.counts_age_seconds), 0)
  FROM tenants t CROSS JOIN LATERAL tenant_backlog(t.tenant, layout) b
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenant_backlog(integer, integer), whole_backlog(integer) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenant_backlog(integer, integer), whole_backlog(integer) TO berth_app;
