-- Makes new statistics of the tables that hold half as many rows again as when the last ones were made, or more, and says which:
-- autovacuum comes up to a minute after a large import, and until then the planner knows nothing of what it brought. Rows count
-- once they are committed. A table that is being analyzed is left to whoever does.
CREATE FUNCTION analyze_grown_tables() RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET client_min_messages = error
AS $$
DECLARE
  grown text;
BEGIN
  FOR grown IN
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      -- How small tables are read doesn't matter.
      AND pg_stat_get_live_tuples(c.oid) > 1000 + 1.5 * greatest(c.reltuples, 0)
    ORDER BY 1
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) public.%I', grown);
    RETURN NEXT grown;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_grown_tables() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_grown_tables() TO berth_app;
