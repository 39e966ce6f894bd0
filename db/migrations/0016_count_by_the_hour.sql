CREATE TABLE "observed_counted" (
	"tenant" integer NOT NULL,
	"heard_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observed_counted_tenant_pk" PRIMARY KEY("tenant")
);
--> statement-breakpoint
ALTER TABLE "observed_counted" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_days" (
	"tenant" integer NOT NULL,
	"metric" text NOT NULL,
	"by" text NOT NULL,
	"team" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observed_days_tenant_metric_by_team_at_pk" PRIMARY KEY("tenant","metric","by","team","at")
);
--> statement-breakpoint
ALTER TABLE "observed_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_hours" (
	"tenant" integer NOT NULL,
	"metric" text NOT NULL,
	"by" text NOT NULL,
	"team" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observed_hours_tenant_metric_by_team_at_pk" PRIMARY KEY("tenant","metric","by","team","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "observed_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "observed_silences" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "observed_silences_tenant_cluster_from_at_pk" PRIMARY KEY("tenant","cluster","from_at"),
	CONSTRAINT "observed_silences_interval" CHECK ("observed_silences"."to_at" > "observed_silences"."from_at")
);
--> statement-breakpoint
ALTER TABLE "observed_silences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "observed_labels" text[] DEFAULT '{"region"}' NOT NULL;--> statement-breakpoint
CREATE INDEX "observed_pulls_received" ON "observed_pulls" USING brin ("received_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "observed_syncs_deployed" ON "observed_syncs" USING brin ("deployed_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "observed_syncs_received" ON "observed_syncs" USING brin ("received_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "observed_turns_at" ON "observed_turns" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "observed_turns_received" ON "observed_turns" USING brin ("received_at") WITH (autosummarize=true);--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_observed_labels" CHECK (cardinality("tenants"."observed_labels") <= 10);--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_counted" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_days" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_hours" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "observed_silences" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
-- As before, with the counts of hours.
CREATE OR REPLACE FUNCTION make_observed_partitions(month date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  first timestamptz := date_trunc('month', month::timestamp) AT TIME ZONE 'UTC';
  next timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') AT TIME ZONE 'UTC';
  parent text;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(4127553902);
  FOREACH parent IN ARRAY ARRAY['observed_turns', 'observed_syncs', 'observed_hours'] LOOP
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
-- As before, with the counts of hours. The days that they add up to are in a table of their own.
CREATE OR REPLACE FUNCTION drop_observed_partitions(before date) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s'
AS $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('public.observed_turns'::regclass, 'public.observed_syncs'::regclass,
        'public.observed_hours'::regclass)
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
    ORDER BY 1
  LOOP
    EXECUTE format('DROP TABLE public.%I', part);
    RETURN NEXT part;
  END LOOP;
END $$;
--> statement-breakpoint
SELECT make_observed_partitions(month::date) FROM generate_series(
  date_trunc('month', now() AT TIME ZONE 'UTC' - interval '90 days'),
  date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', interval '1 month') month;
--> statement-breakpoint
-- Of clusters that have reported before: since when is told by what is known of them.
INSERT INTO observed_silences (tenant, cluster, from_at, to_at)
SELECT tenant, cluster, '-infinity', least(seen_at,
  (SELECT min(at) FROM observed_pulls p WHERE p.tenant = c.tenant AND p.cluster = c.cluster),
  (SELECT min(at) FROM observed_turns t WHERE t.tenant = c.tenant AND t.cluster_id = c.cluster))
FROM cluster_reports c;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON observed_hours, observed_days TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON observed_silences TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON observed_counted TO berth_app;
--> statement-breakpoint
GRANT DELETE ON observed_pulls TO berth_app;
--> statement-breakpoint
GRANT UPDATE (observed_labels) ON tenants TO berth_app;
