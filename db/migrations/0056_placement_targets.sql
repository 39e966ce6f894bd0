CREATE TABLE "placement_targets" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"target" text NOT NULL,
	"began" bigint NOT NULL,
	"ended" bigint,
	CONSTRAINT "placement_targets_tenant_application_id_cluster_id_began_pk" PRIMARY KEY("tenant","application_id","cluster_id","began"),
	CONSTRAINT "placement_targets_interval" CHECK ("placement_targets"."ended" > "placement_targets"."began")
);
--> statement-breakpoint
ALTER TABLE "placement_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "targets" jsonb;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "targets_began" bigint;--> statement-breakpoint
CREATE INDEX "placement_targets_target" ON "placement_targets" USING btree ("tenant","target","application_id","cluster_id") WHERE "placement_targets"."ended" is null;--> statement-breakpoint
CREATE INDEX "placement_targets_began" ON "placement_targets" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "placement_targets_ended" ON "placement_targets" USING btree ("tenant","ended");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "placement_targets" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended) ON placement_targets TO berth_app;
--> statement-breakpoint
-- As in 0015_observe_clusters.sql, and in which change its targets came to be what they are. These aren't part of its source:
-- where a placement has none, an edit of them moves nothing.
CREATE OR REPLACE FUNCTION note_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  known record;
BEGIN
  SELECT r.source_began, r.targets_began,
    (r.body->>'repo_url', r.body->>'repo_branch', r.body->>'repo_path')
      IS NOT DISTINCT FROM (NEW.body->>'repo_url', NEW.body->>'repo_branch', NEW.body->>'repo_path') AS is_source,
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
