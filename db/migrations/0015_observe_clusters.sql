CREATE TABLE "cluster_reports" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"complete_sequence" bigint,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"report_digest" text,
	"items_digest" text,
	"clock_offset_ms" double precision,
	"reconciler" jsonb,
	"pulled_branch" text,
	"pulled_commit" text,
	"pulled_at" timestamp (3) with time zone,
	"pulled_change" bigint,
	"pulled_word_at" timestamp (3) with time zone,
	"pulled_word_sequence" bigint,
	"foreign_count" integer DEFAULT 0 NOT NULL,
	"foreign_digest" text,
	CONSTRAINT "cluster_reports_tenant_cluster_pk" PRIMARY KEY("tenant","cluster")
) WITH (fillfactor = 60);
--> statement-breakpoint
ALTER TABLE "cluster_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "foreign_applications" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"namespace" text NOT NULL,
	"name" text NOT NULL,
	"item" jsonb NOT NULL,
	"word_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "foreign_applications_tenant_cluster_namespace_name_pk" PRIMARY KEY("tenant","cluster","namespace","name")
);
--> statement-breakpoint
ALTER TABLE "foreign_applications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observations" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"state" text NOT NULL,
	"later_state" text,
	"later_at" timestamp (3) with time zone,
	"state_since" timestamp (3) with time zone NOT NULL,
	"revision" text,
	"digest" text,
	"item" jsonb,
	"word_at" timestamp (3) with time zone NOT NULL,
	"word_sequence" bigint,
	"comparison_error_since" timestamp (3) with time zone,
	"unwanted_since" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	"written_state" text,
	"written_revision" text,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observations_tenant_cluster_id_application_id_pk" PRIMARY KEY("tenant","cluster_id","application_id"),
	CONSTRAINT "observations_later" CHECK (("observations"."later_state" is null) = ("observations"."later_at" is null))
);
--> statement-breakpoint
ALTER TABLE "observations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_pulls" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"branch" text NOT NULL,
	"commit" text NOT NULL,
	"change" bigint,
	CONSTRAINT "observed_pulls_tenant_cluster_at_pk" PRIMARY KEY("tenant","cluster","at")
);
--> statement-breakpoint
ALTER TABLE "observed_pulls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_syncs" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"deployed_at" timestamp (3) with time zone NOT NULL,
	"revision" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"initiated_by" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observed_syncs_pk" PRIMARY KEY("tenant","cluster_id","application_id","deployed_at","revision")
) PARTITION BY RANGE ("deployed_at");
--> statement-breakpoint
ALTER TABLE "observed_syncs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_turns" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text,
	"revision" text,
	"known_before" boolean NOT NULL,
	"state_before" text,
	"revision_before" text,
	CONSTRAINT "observed_turns_tenant_cluster_id_application_id_at_pk" PRIMARY KEY("tenant","cluster_id","application_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "observed_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "source_began" bigint;--> statement-breakpoint
CREATE INDEX "observations_state" ON "observations" USING btree ("tenant","state","application_id","cluster_id") WHERE "observations"."state" <> 'healthy';--> statement-breakpoint
CREATE INDEX "observations_later" ON "observations" USING btree ("tenant","later_state","later_at") WHERE "observations"."later_state" is not null;--> statement-breakpoint
CREATE INDEX "observed_pulls_change" ON "observed_pulls" USING btree ("tenant","cluster","change");--> statement-breakpoint
CREATE INDEX "publications_commit" ON "publications" USING btree ("tenant","commit","branch","change") WHERE "publications"."commit" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "cluster_reports" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "foreign_applications" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observations" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_pulls" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_syncs" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_turns" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
-- In which change an application's source came to be what it is: that of its last revision, unless this one has another.
CREATE FUNCTION note_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT CASE WHEN (r.body->>'repo_url', r.body->>'repo_branch', r.body->>'repo_path')
      IS NOT DISTINCT FROM (NEW.body->>'repo_url', NEW.body->>'repo_branch', NEW.body->>'repo_path')
    THEN r.source_began END
  INTO NEW.source_began FROM revisions r
  WHERE r.tenant = NEW.tenant AND r.kind = NEW.kind AND r.object = NEW.object
  ORDER BY r.began DESC LIMIT 1;
  NEW.source_began := coalesce(NEW.source_began, NEW.began);
  RETURN NEW;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_source() FROM public;
--> statement-breakpoint
CREATE TRIGGER revisions_source BEFORE INSERT ON revisions
  FOR EACH ROW WHEN (NEW.kind = 'application' AND NEW.source_began IS NULL) EXECUTE FUNCTION note_source();
--> statement-breakpoint
WITH revised AS (
  SELECT tenant, object, began,
    (body->>'repo_url', body->>'repo_branch', body->>'repo_path') IS DISTINCT FROM
      lag((body->>'repo_url', body->>'repo_branch', body->>'repo_path'))
        OVER (PARTITION BY tenant, object ORDER BY began) AS fresh
  FROM revisions WHERE kind = 'application'
), sourced AS (
  SELECT tenant, object, began,
    max(began) FILTER (WHERE fresh) OVER (PARTITION BY tenant, object ORDER BY began) AS source_began
  FROM revised
)
UPDATE revisions r SET source_began = s.source_began FROM sourced s
WHERE r.tenant = s.tenant AND r.kind = 'application' AND r.object = s.object AND r.began = s.began;
--> statement-breakpoint
-- Makes the partitions of a month, unless they are there. Each is attached when it is whole, which waits for nobody who
-- reads or writes the others; and it has the tenant wall itself, although nobody is granted anything on it.
CREATE FUNCTION make_observed_partitions(month date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  first timestamptz := date_trunc('month', month::timestamp) AT TIME ZONE 'UTC';
  next timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') AT TIME ZONE 'UTC';
  parent text;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(4127553902);
  FOREACH parent IN ARRAY ARRAY['observed_turns', 'observed_syncs'] LOOP
    part := parent || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
    EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)', part, parent);
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY tenant_wall ON public.%I USING '
      '(tenant = (select current_setting(''berth.tenant'')::int))', part);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
      parent, part, first, next);
  END LOOP;
END $$;
--> statement-breakpoint
-- Drops the partitions of all months that ended by a day, and says which. A table waits for everybody who reads it, and
-- everybody who comes waits for that: so it gives up soon.
CREATE FUNCTION drop_observed_partitions(before date) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s'
AS $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('public.observed_turns'::regclass, 'public.observed_syncs'::regclass)
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
    ORDER BY 1
  LOOP
    EXECUTE format('DROP TABLE public.%I', part);
    RETURN NEXT part;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION make_observed_partitions(date), drop_observed_partitions(date) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION make_observed_partitions(date), drop_observed_partitions(date) TO berth_app;
--> statement-breakpoint
SELECT make_observed_partitions(month::date) FROM generate_series(
  date_trunc('month', now() AT TIME ZONE 'UTC' - interval '90 days'),
  date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', interval '1 month') month;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON cluster_reports, observations, foreign_applications TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON observed_turns, observed_syncs, observed_pulls TO berth_app;
