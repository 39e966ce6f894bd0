ALTER TABLE "releases" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
ALTER TABLE "rollouts" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
ALTER TABLE "announced_versions" ADD COLUMN "packaging" jsonb;--> statement-breakpoint
-- As in 0056_placement_targets.sql, and with what lies at its source, as files tell it; and until which change it was managed, if it
-- isn't any more: before, its releases were its source.
CREATE OR REPLACE FUNCTION note_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  known record;
  -- Of a directory in Git, no file says this.
  as_found CONSTANT jsonb := '{"type": "git", "render": "kustomize"}';
BEGIN
  SELECT r.source_began, r.targets_began, r.managed_until,
    (r.body->>'repo_url', r.body->>'repo_branch', r.body->>'repo_path', nullif(r.body->'source', as_found))
      IS NOT DISTINCT FROM
      (NEW.body->>'repo_url', NEW.body->>'repo_branch', NEW.body->>'repo_path', nullif(NEW.body->'source', as_found))
      AS is_source,
    coalesce(r.body->'targets', '[]') = coalesce(NEW.body->'targets', '[]') AS has_targets,
    coalesce(r.body->>'follow' = 'versions' OR r.body->'depends_on' <> '[]', false) AS is_managed
  INTO known FROM revisions r
  WHERE r.tenant = NEW.tenant AND r.kind = NEW.kind AND r.object = NEW.object
  ORDER BY r.began DESC LIMIT 1;
  NEW.source_began := coalesce(CASE WHEN known.is_source THEN known.source_began END, NEW.began);
  NEW.targets_began := CASE
    WHEN known.has_targets THEN known.targets_began
    WHEN known.has_targets IS NULL AND coalesce(NEW.body->'targets', '[]') = '[]' THEN NULL
    ELSE NEW.began END;
  NEW.managed_until := CASE
    WHEN coalesce(NEW.body->>'follow' = 'versions' OR NEW.body->'depends_on' <> '[]', false) THEN NULL
    WHEN known.is_managed THEN NEW.began
    ELSE known.managed_until END;
  RETURN NEW;
END $$;
