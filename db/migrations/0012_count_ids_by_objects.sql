-- The next id of a kind is one more than any object of it ever had. A process of an older version, which goes on during a
-- rolling upgrade, counts them in columns of the tenant: so these follow.
CREATE FUNCTION note_last_ids() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE tenants t SET
    last_team = greatest(last_team, b.team), last_cluster = greatest(last_cluster, b.cluster),
    last_application = greatest(last_application, b.application), last_policy = greatest(last_policy, b.policy)
  FROM (
    SELECT tenant, max(object) FILTER (WHERE kind = 'team') AS team,
      max(object) FILTER (WHERE kind = 'cluster') AS cluster,
      max(object) FILTER (WHERE kind = 'application') AS application,
      max(object) FILTER (WHERE kind = 'target-policy') AS policy
    FROM begun GROUP BY tenant
  ) b
  WHERE t.tenant = b.tenant AND (last_team < b.team OR last_cluster < b.cluster
    OR last_application < b.application OR last_policy < b.policy);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_last_ids() FROM public;
--> statement-breakpoint
CREATE TRIGGER revisions_last_ids AFTER INSERT ON revisions REFERENCING NEW TABLE AS begun
  FOR EACH STATEMENT EXECUTE FUNCTION note_last_ids();
