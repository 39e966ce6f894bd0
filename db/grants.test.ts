import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { outsideTenants } from './client.ts'
import { testDatabase } from './testing/database.ts'

/** What the application's role may do to all columns of a relation, or to those that are named: what it does, and no more. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  // A version never changes.
  announced_versions: ['insert', 'select'],
  application_kinds: ['insert', 'select', 'update (kinds, updated_at, updated_by, version)'],
  auto_candidates: ['delete', 'insert', 'select', 'update (due_at)'],
  // What was done is added to, and never rewritten.
  alert_watches: ['insert', 'select', 'update (looked_at, steady_since)'],
  alerts: [
    'delete',
    'insert',
    'select',
    'update (counts, fired_at, path, resolution, resolved_at, rule_name, sample, severity, subscriptions, team)',
  ],
  asked_approvals: ['delete', 'insert', 'select'],
  audit_events: ['insert', 'select'],
  audit_heads: ['insert', 'select', 'update (last_hash, last_id)'],
  branch_comparisons: ['delete', 'insert', 'select', 'update (accepted)'],
  branches: ['insert', 'select', 'update (error, error_at, layout, published_change, tip)'],
  // History is added and ended, never rewritten and never deleted.
  change_objects: ['insert', 'select'],
  changes: ['insert', 'select'],
  cluster_branches: ['insert', 'select', 'update (ended, vacated)'],
  cluster_metrics: ['delete', 'insert', 'select', 'update'],
  cluster_reports: ['delete', 'insert', 'select', 'update'],
  cluster_scores: ['delete', 'insert', 'select', 'update'],
  decisions: ['insert', 'select', 'update (ended)'],
  deliveries: [
    'delete',
    'insert',
    'select',
    'update (attempts, due_at, last_answer, last_status, settled_at, state)',
  ],
  dependents: ['delete', 'insert', 'select', 'update (due_at)'],
  foreign_applications: ['delete', 'insert', 'select', 'update'],
  hooks: ['delete', 'insert', 'select', 'update (last_delivery_at)'],
  idempotency_keys: ['delete', 'insert', 'select'],
  labels: ['insert', 'select', 'update (ended)'],
  metric_hours: ['delete', 'insert', 'select', 'update'],
  metric_keys: ['delete', 'insert', 'select', 'update'],
  object_secrets: ['delete', 'insert', 'select', 'update (sealed)'],
  observations: ['delete', 'insert', 'select', 'update'],
  observed_counted: ['insert', 'select', 'update'],
  // Counted again where more is known of an hour.
  observed_days: ['delete', 'insert', 'select', 'update'],
  observed_hours: ['delete', 'insert', 'select', 'update'],
  // Told twice is told once; the oldest are deleted here, and go with their partitions where there are any.
  observed_pulls: ['delete', 'insert', 'select', 'update (change)'],
  observed_silences: ['delete', 'insert', 'select'],
  observed_syncs: ['insert', 'select'],
  observed_turns: ['insert', 'select'],
  people: [
    'insert',
    'select',
    'update (email, groups, name, read_at, refresh_token, rights_message, rights_state, roles, signed_in_at, tried_at)',
  ],
  placement_targets: ['insert', 'select', 'update (ended)'],
  placements: ['delete', 'insert', 'select'],
  placements_all: ['select'],
  placements_past: ['insert', 'select'],
  proposed_heads: ['delete', 'insert', 'select'],
  publications: ['insert', 'select', 'update (commit, error, published_at, state)'],
  pull_requests: [
    'delete',
    'insert',
    'select',
    'update (asked_at, closed_by, due_at, error, head, number, opened_at, reopen_asked_at, seen_change, state, title, told_at, url)',
  ],
  rate_limits: ['delete', 'insert', 'select', 'update'],
  registration_secrets: [
    'insert',
    'select',
    'update (hash, id, last_used_at, made_at, made_by, used)',
  ],
  report_chunks: ['delete', 'insert', 'select'],
  releases: ['insert', 'select', 'update (ended, hold_due_at)'],
  report_keys: ['delete', 'insert', 'select', 'update'],
  report_runs: [
    'delete',
    'insert',
    'select',
    'update (as_of, attempts, bytes, ended_at, format, note, rows, started_at, state, stored_bytes, team)',
  ],
  receivers: ['delete', 'insert', 'select', 'update (failures, rests_until)'],
  repository_settings: ['delete', 'insert', 'select', 'update'],
  revisions: ['insert', 'select', 'update (ended)'],
  role_grants: ['delete', 'insert', 'select'],
  // What happened to a rollout is added to, and forgotten with it.
  rollout_approvals: ['delete', 'insert', 'select'],
  rollout_checks: ['delete', 'insert', 'select'],
  rollout_events: ['delete', 'insert', 'select'],
  rollout_waves: [
    'delete',
    'insert',
    'select',
    'update (change, freed, health, ok, overridden, passed_at, published_at, quorum_at, released, state)',
  ],
  rollouts: [
    'delete',
    'insert',
    'select',
    'update (auto_after, cause, confirmed, due_at, ended_at, failing_since, resumed_at, seq, state, waiting)',
  ],
  saved_views: ['delete', 'insert', 'select', 'update (is_default, name, query)'],
  scheduler_asks: ['delete', 'insert', 'select', 'update'],
  sessions: ['delete', 'insert', 'select', 'update (ended_at)'],
  team_requests: [
    'insert',
    'select',
    'update (answer_seen_at, change, cluster, decided_at, decided_by, decided_by_name, decision, state, team)',
  ],
  // Made by a function of the owner's. The columns of the last ids belong to a trigger, which has the rights of who inserts.
  tenants: [
    'select',
    'update (access_version, argocd_namespace, branch_pattern, generation, git_compared_at, git_compared_change, git_highest, git_stop, git_stop_at, git_stop_reason, last_application, last_change, last_cluster, last_policy, last_team, observed_labels, outgoing_hosts, placements_total, report_interval_s, store_checked_at, store_fault)',
  ],
  tenants_tenant_seq: [],
  tokens: ['insert', 'select', 'update (last_used_at, revoked_at, revoked_by)'],
  upgrade_clusters: ['delete', 'insert', 'select'],
  upgrade_files: ['delete', 'insert', 'select'],
  upgrade_plans: ['delete', 'insert', 'select', 'update (change)'],
  version_successes: ['delete', 'insert', 'select', 'update (at)'],
  // How a running portal tells whether the database is at the version that it was built for.
  'drizzle.__drizzle_migrations': ['select'],
  'drizzle.__drizzle_migrations_id_seq': [],
}

/** Everything in the schemas, each with what its owner grants to others; a right of anybody but the application says whose. */
const grants = () =>
  outsideTenants(testDatabase(), (tx) =>
    tx.execute<{ relation: string; rights: string[] }>(sql`
      with relations as (
        select oid, relowner, relacl from pg_class
        where relnamespace::regnamespace::text in ('public', 'drizzle')
          and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      ), granted as (
        select oid, null as attname, a.* from relations, aclexplode(relacl) a where grantee <> relowner
        union all
        select oid, attname, a.* from relations join pg_attribute on attrelid = oid, aclexplode(attacl) a
        where grantee <> relowner
      ), rights as (
        select oid, concat(
          case grantee when 'berth_app'::regrole then '' when 0 then 'public: ' else grantee::regrole::text || ': ' end,
          lower(privilege_type), ' (' || string_agg(attname, ', ' order by attname) || ')',
          case when is_grantable then ' with grant option' end) as "right"
        from granted group by oid, grantee, privilege_type, is_grantable, attname is null
      )
      select oid::regclass::text as relation,
        array(select "right" from rights where rights.oid = relations.oid) as rights
      from relations`),
  )

it('the application’s role may do with each table what is listed here, and nobody else may do anything', async () => {
  const found = (await grants()).map(({ relation, rights }) => [relation, rights.toSorted()])
  const isPartition = ([relation]: (typeof found)[number]) => /_\d{4}_\d{2}$/.test(String(relation))
  expect(Object.fromEntries(found.filter((each) => !isPartition(each)))).toEqual(RIGHTS)
  // A partition is read and written through its table alone.
  expect(found.filter(isPartition).flatMap(([, rights]) => rights)).toEqual([])
  expect(found.some(isPartition)).toBe(true)
})
