// Rows of the tables as they are stored, without their tenant, with only the columns that the publisher reads.
import type { Kind } from '#lib/domain/objects/kinds.ts'

/** By column; columns that are left out are null. */
export type Row = Readonly<Record<string, unknown>>

/** By table, in an order in which they can be inserted. */
export type Rows = Readonly<Record<string, readonly Row[]>>

/** An interval of changes; without an end it is still open. */
type Interval = readonly [began: number, ended?: number]

export function revision(
  kind: Kind,
  object: number,
  name: string,
  [began, ended]: Interval,
  team = 't',
) {
  const owner = kind === 'application' ? team : null
  return { kind, object, team: owner, name, began, ended, body: { name } }
}

export const cluster = (object: number, name: string, interval: Interval) =>
  revision('cluster', object, name, interval)

export const application = (object: number, name: string, interval: Interval, team?: string) =>
  revision('application', object, name, interval, team)

export const stay = (id: number, branch: string, [began, ended]: Interval, vacated?: number) => ({
  cluster: id,
  branch,
  began,
  ended,
  vacated,
})

export const placed = (application_id: number, cluster_id: number, [began, ended]: Interval) => ({
  application_id,
  cluster_id,
  began,
  ended,
})

/** Of an application with the id 1; the name is an environment's. */
export const release = (id: number, environment: string, [began, ended]: Interval) => ({
  id,
  application_id: 1,
  environment,
  repo_url: 'u',
  repo_branch: 'b',
  repo_path: 'p',
  current: false,
  began,
  ended,
})

/** Of an application with the id 1; `clusters` as the database writes bytes. */
export const decision = (policy_id: number, clusters: string, [began, ended]: Interval) => ({
  policy_id,
  application_id: 1,
  clusters,
  began,
  ended,
})

export const change = (id: number) => ({
  id,
  at: '2026-01-01T00:00:00Z',
  actor_kind: 'system',
  actor_id: 'x',
  actor_name: 'x',
  action: 'x',
  removed: 0,
  added: 0,
  changed: 0,
  confirmed: false,
  placements_total: 0,
  impact: {},
  environments: [],
  digest: '',
})

export const publication = (branch: string, change: number, state: string) => ({
  branch,
  change,
  state,
  commit: state === 'published' ? 'a commit' : null,
  created_at: '2026-01-01T00:00:00Z',
})

/** A change that waits for a branch in the given state. */
export const waitingChange = (actor: string, branch: Row): Rows => ({
  changes: [{ ...change(5), actor_name: actor }],
  branches: [{ name: 'main', ...branch }],
  publications: [publication('main', 5, 'pending')],
})
