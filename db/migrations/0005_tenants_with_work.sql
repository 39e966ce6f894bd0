-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that it may have something to publish.
CREATE FUNCTION tenants_with_work() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT p.tenant FROM publications p WHERE p.state = 'pending'
  UNION
  SELECT b.tenant FROM branches b WHERE b.error IS NOT NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_work() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_work() TO berth_app;
