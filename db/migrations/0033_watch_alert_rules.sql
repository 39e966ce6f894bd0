-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that there is something to watch. Each
-- tenant is looked up by an index, so that it costs nothing by what the others have.
CREATE FUNCTION tenants_with_alert_rules() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.tenant FROM tenants t
  WHERE EXISTS (SELECT FROM revisions r
      WHERE r.tenant = t.tenant AND r.kind = 'alert-rule' AND r.ended IS NULL)
    OR EXISTS (SELECT FROM alerts a WHERE a.tenant = t.tenant AND a.resolved_at IS NULL)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_alert_rules() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_alert_rules() TO berth_app;
