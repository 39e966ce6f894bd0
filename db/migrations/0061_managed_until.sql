ALTER TABLE "revisions" ADD COLUMN "managed_until" bigint;
--> statement-breakpoint
-- Until which change an application was managed that isn't any more; the trigger of the next migration notes it from then on.
WITH revised AS (
  SELECT tenant, object, began, ended,
    coalesce(body->>'follow' = 'versions' OR body->'depends_on' <> '[]', false) AS is_managed
  FROM revisions WHERE kind = 'application'
), managed AS (
  SELECT *, max(ended) FILTER (WHERE is_managed) OVER (PARTITION BY tenant, object ORDER BY began) AS until
  FROM revised
)
UPDATE revisions r SET managed_until = m.until FROM managed m
WHERE r.tenant = m.tenant AND r.kind = 'application' AND r.object = m.object AND r.began = m.began
  AND NOT m.is_managed AND m.until IS NOT NULL;
