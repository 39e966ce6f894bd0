ALTER TABLE "releases" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
ALTER TABLE "rollouts" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
ALTER TABLE "announced_versions" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
-- As in 0056_placement_targets.sql, and with what lies at its source.
CREATE OR REPLACE FUNCTION note_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  known record;
BEGIN
  SELECT r.source_began, r.targets_began,
    (r.body->>'repo_url', r.body->>'repo_branch', r.body->>'repo_path', r.body->'source')
      IS NOT DISTINCT FROM (NEW.body->>'repo_url', NEW.body->>'repo_branch', NEW.body->>'repo_path', NEW.body->'source')
      AS is_source,
    coalesce(r.body->'targets', '[]') = coalesce(NEW.body->'targets', '[]') AS has_targets
  INTO known FROM revisions r
  WHERE r.tenant = NEW.tenant AND r.kind = NEW.kind AND r.object = NEW.object
  ORDER BY r.began DESC LIMIT 1;
  NEW.source_began := coalesce(CASE WHEN known.is_source THEN known.source_began END, NEW.began);
  NEW.targets_began := CASE
    WHEN known.has_targets THEN known.targets_began
    WHEN known.has_targets IS NULL AND coalesce(NEW.body->'targets', '[]') = '[]' THEN NULL
    ELSE NEW.began END;
  RETURN NEW;
END $$;
