CREATE TABLE "proposed_heads" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"commit" text NOT NULL,
	"base" text NOT NULL,
	"owned" text NOT NULL,
	"up_to" bigint NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proposed_heads_tenant_branch_commit_pk" PRIMARY KEY("tenant","branch","commit")
);
--> statement-breakpoint
ALTER TABLE "proposed_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pull_requests" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"head" text,
	"closed_by" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"seen_change" bigint NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"reopen_asked_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "pull_requests_tenant_branch_pk" PRIMARY KEY("tenant","branch")
);
--> statement-breakpoint
ALTER TABLE "pull_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "publications" DROP CONSTRAINT "publications_state";--> statement-breakpoint
ALTER TABLE "hooks" ALTER COLUMN "team" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_host" text;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_api_url" text;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_token" "bytea";--> statement-breakpoint
ALTER TABLE "repository_settings" ADD COLUMN "pull_request_join" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "proposed_heads" ADD CONSTRAINT "proposed_heads_tenant_branch_branches_tenant_name_fk" FOREIGN KEY ("tenant","branch") REFERENCES "public"."branches"("tenant","name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_requests" ADD CONSTRAINT "pull_requests_tenant_branch_branches_tenant_name_fk" FOREIGN KEY ("tenant","branch") REFERENCES "public"."branches"("tenant","name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pull_requests_due" ON "pull_requests" USING btree ("due_at","tenant");--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_state" CHECK ("publications"."state" in ('pending', 'proposed', 'published', 'failed'));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "proposed_heads" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "pull_requests" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (number, url, title, state, opened_at, head, closed_by, due_at, seen_change, asked_at, told_at, reopen_asked_at, error) ON pull_requests TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON proposed_heads TO berth_app;
--> statement-breakpoint
-- As in 0006_upgrade_layout.sql, and for branches whose pull request may have been merged or closed.
CREATE OR REPLACE FUNCTION tenants_with_work(written_layout integer) RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT p.tenant FROM publications p WHERE p.state = 'pending'
  UNION
  SELECT b.tenant FROM branches b WHERE b.error IS NOT NULL
  UNION
  SELECT b.tenant FROM branches b WHERE b.layout < written_layout AND b.tip IS NOT NULL
  UNION
  SELECT r.tenant FROM pull_requests r WHERE r.due_at <= statement_timestamp()
$$;
--> statement-breakpoint
-- As in 0050_forget_rollouts.sql, and where the pull request was closed that a wave waits for. Where none was, that costs nothing.
CREATE OR REPLACE FUNCTION tenants_with_due_rollouts() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.tenant FROM tenants t
  WHERE t.git_stop IS NULL AND t.tenant IN (
    SELECT r.tenant FROM rollouts r
    WHERE r.state = 'running' AND r.due_at <= statement_timestamp()
    UNION ALL
    SELECT w.tenant FROM rollout_waves w
    WHERE w.state = 'released' AND NOT EXISTS (
      SELECT FROM publications p
      WHERE p.tenant = w.tenant AND p.change = w.change AND p.state <> 'published')
    AND 'running' = (SELECT r.state FROM rollouts r WHERE r.tenant = w.tenant AND r.id = w.rollout)
    UNION ALL
    SELECT w.tenant FROM rollout_waves w
    WHERE EXISTS (SELECT FROM pull_requests q WHERE q.state = 'closed' AND q.reopen_asked_at IS NULL)
    AND w.state = 'released' AND EXISTS (
      SELECT FROM publications p JOIN pull_requests q ON q.tenant = p.tenant AND q.branch = p.branch
      WHERE p.tenant = w.tenant AND p.change = w.change AND p.state <> 'published'
        AND q.state = 'closed' AND q.reopen_asked_at IS NULL)
    AND 'running' = (SELECT r.state FROM rollouts r WHERE r.tenant = w.tenant AND r.id = w.rollout))
$$;
--> statement-breakpoint
-- As in 0049_take_pushes.sql, and for the hooks of a tenant's repository, which have no team.
CREATE OR REPLACE FUNCTION find_hook(hook uuid)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, team text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT h.tenant, n.name, n.installation, n.access_version, h.id, h.name, t.name
  FROM hooks h
  JOIN tenants n ON n.tenant = h.tenant
  LEFT JOIN revisions t
    ON t.tenant = h.tenant AND t.kind = 'team' AND t.object = h.team AND t.ended IS NULL
  -- The hook of a team that is no more is none.
  WHERE h.id = hook AND (h.team IS NULL OR t.name IS NOT NULL)
$$;
--> statement-breakpoint
-- As in 0039_read_backlogs_together.sql, but what waits for people isn't Berth's: nor is what comes behind it.
CREATE OR REPLACE FUNCTION tenant_backlog(of_tenant integer, layout integer)
  RETURNS TABLE (pending integer, oldest_seconds double precision, failing_branches integer, held_branches integer, stop text,
    is_damaged boolean, deliveries_waiting integer, deliveries_failed integer, counts_age_seconds double precision)
  LANGUAGE sql STABLE
AS $$
  SELECT p.pending, coalesce(extract(epoch FROM clock_timestamp() - p.oldest), 0)::float8, b.failing, b.held, t.git_stop,
    t.store_fault IS NOT NULL,
    (SELECT count(*)::int FROM deliveries d WHERE d.tenant = t.tenant AND d.settled_at IS NULL),
    (SELECT count(*)::int FROM deliveries d WHERE d.tenant = t.tenant AND d.state = 'failed'
      AND d.settled_at > now() - interval '1 day'),
    extract(epoch FROM clock_timestamp() - least(
      (SELECT max(h.at) FROM observed_hours h
        WHERE h.tenant = t.tenant AND h.metric = 'states' AND h.by = '' AND h.team = ''),
      (SELECT max(h.at) FROM observed_hours h
        WHERE h.tenant = t.tenant AND h.metric = 'deployments' AND h.by = '' AND h.team = '')))::float8
  FROM tenants t
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS pending, min(created_at) AS oldest FROM publications
    WHERE publications.tenant = t.tenant AND state = 'pending' AND NOT EXISTS (
      -- An open one is looked at each minute: then what doesn't join it is meant to wait.
      SELECT FROM pull_requests q WHERE q.tenant = publications.tenant AND q.branch = publications.branch
        AND (q.state = 'closed' OR q.state = 'open' AND q.due_at > now() - interval '5 minutes'))) p
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE error IS NOT NULL)::int AS failing,
      count(*) FILTER (WHERE branches.layout < tenant_backlog.layout AND tip IS NOT NULL)::int AS held
    FROM branches WHERE branches.tenant = t.tenant) b
  WHERE t.tenant = of_tenant
$$;
