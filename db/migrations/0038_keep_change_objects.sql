CREATE TABLE "change_objects" (
	"tenant" integer NOT NULL,
	"kind" text NOT NULL,
	"object" integer NOT NULL,
	"change" bigint NOT NULL,
	"added" integer NOT NULL,
	"removed" integer NOT NULL,
	"changed" integer NOT NULL,
	CONSTRAINT "change_objects_tenant_kind_object_change_pk" PRIMARY KEY("tenant","kind","object","change")
);
--> statement-breakpoint
ALTER TABLE "change_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "changes_reverts";--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "reverts" bigint;--> statement-breakpoint
CREATE INDEX "changes_reverts" ON "changes" USING btree ("tenant","reverts","id") WHERE "changes"."reverts" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "change_objects" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT ON change_objects TO berth_app;--> statement-breakpoint
UPDATE changes SET reverts = (impact->>'reverts')::bigint WHERE impact->>'reverts' IS NOT NULL;--> statement-breakpoint
-- What changes edited and moved until now. Which manifests they changed is known where they edited one application.
INSERT INTO change_objects (tenant, kind, object, change, added, removed, changed)
WITH moved AS MATERIALIZED (
	SELECT tenant, application_id, cluster_id, began AS change, 1 AS added, 0 AS removed, 0 AS changed FROM placements_all
	UNION ALL
	SELECT tenant, application_id, cluster_id, ended, 0, 1, 0 FROM placements_past
	UNION ALL
	SELECT p.tenant, p.application_id, p.cluster_id, c.id, 0, 0, 1
	FROM changes c
	JOIN revisions r ON r.tenant = c.tenant AND r.kind = 'application' AND r.began = c.id
	JOIN placements_all p ON p.tenant = c.tenant AND p.application_id = r.object
		AND p.began < c.id AND (p.ended IS NULL OR p.ended > c.id)
	WHERE c.changed > 0 AND (c.impact->>'objects')::int = 1
), owned AS (
	SELECT DISTINCT a.tenant, a.object AS application_id, t.object AS team
	FROM revisions a JOIN revisions t ON t.tenant = a.tenant AND t.kind = 'team' AND t.name = a.team
	WHERE a.kind = 'application'
), touched AS (
	SELECT tenant, 'application' AS kind, application_id AS object, change, added, removed, changed FROM moved
	UNION ALL
	SELECT tenant, 'cluster', cluster_id, change, added, removed, changed FROM moved
	UNION ALL
	SELECT m.tenant, 'team', o.team, m.change, m.added, m.removed, m.changed FROM moved m JOIN owned o USING (tenant, application_id)
	UNION ALL
	SELECT tenant, kind, object, began, 0, 0, 0 FROM revisions WHERE kind IN ('application', 'cluster', 'team')
	UNION ALL
	SELECT tenant, kind, object, ended, 0, 0, 0 FROM revisions
	WHERE kind IN ('application', 'cluster', 'team') AND ended IS NOT NULL
)
SELECT tenant, kind, object, change, sum(added), sum(removed), sum(changed)
FROM touched GROUP BY tenant, kind, object, change;