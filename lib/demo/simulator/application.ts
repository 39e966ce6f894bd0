// What the Argo CD of a demo cluster says of one of its applications at an instant. It follows from its manifest, from what
// its own repository holds, and from what goes wrong there; nothing is remembered.
import type { ReportedItem, SyncEntry } from '#lib/domain/observed/reported.ts'
import { between } from './chance.ts'
import { later } from './seconds.ts'
import { type Followed, newestRevision, numberedRevision, type SourceRevision } from './sources.ts'
import type { Temper } from './temper.ts'
import { type TroubleKind, troublesAround } from './troubles.ts'

export type Manifest = Followed & {
  /** When the root applied it as it is. */
  readonly appliedAt: Date
}

/** Where an application runs: on which cluster, and where that keeps its Applications. */
export type Home = { readonly cluster: string; readonly namespace: string; readonly temper: Temper }

type Sync = {
  readonly revision: SourceRevision
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly healthyAt: Date
}

/** As many as Argo CD keeps. */
const SYNCS_KEPT = 10
/** What was only just deployed works. */
const SOUND_FOR_MS = 3_600_000
/** Of each hour, what drifts again and again drifts for so many minutes. */
const DRIFTS_FOR_MINUTES = 35
/** A branch on which nothing starts. */
export const BROKEN_BRANCH = 'release-2.0'
const DONE = 'successfully synced (all tasks run)'

/** `isTroubled`: whether what lasts on this cluster is with this application. */
export function applicationAt(
  home: Home,
  manifest: Manifest,
  isTroubled: boolean,
  now: Date,
): ReportedItem {
  const syncs = syncsUntil(home, manifest, now)
  const last = syncs.at(-1)
  if (last === undefined) return { ...named(home, manifest), ...ONLY_MADE }
  const history = syncs.filter(({ finishedAt }) => finishedAt <= now).map(entryOf)
  const item = { ...named(home, manifest), ...synced(manifest, last), history }
  if (now < last.finishedAt) return { ...item, ...RUNNING, health: healthBefore(history) }
  if (manifest.targetRevision === BROKEN_BRANCH) return { ...item, ...degraded(manifest) }
  if (now < last.healthyAt) return { ...item, health: 'Progressing' }
  const trouble = troubleAt(home, manifest, last, isTroubled, now)
  return trouble === null ? item : { ...item, ...saysOf(trouble, manifest, last) }
}

function named({ namespace }: Home, { team, application, targetRevision }: Manifest) {
  return {
    namespace,
    name: `${team}--${application}`,
    isTracked: true,
    targetRevision,
    reconciledAt: null,
    deleting: false,
    conditions: [],
  }
}

const ONLY_MADE = {
  revision: null,
  sync: 'Unknown',
  health: 'Unknown',
  phase: null,
  message: null,
  startedAt: null,
  finishedAt: null,
  images: [],
  history: [],
} as const

const RUNNING = {
  sync: 'OutOfSync',
  phase: 'Running',
  message: 'one or more tasks are running',
  finishedAt: null,
} as const

function synced({ team, application }: Manifest, { revision, startedAt, finishedAt }: Sync) {
  return {
    revision: revision.id,
    sync: 'Synced',
    health: 'Healthy',
    phase: 'Succeeded',
    message: DONE,
    startedAt,
    finishedAt,
    images: [`registry.example.com/${team}/${application}:1.${revision.number}.0`],
  } as const
}

const healthBefore = (history: readonly SyncEntry[]) =>
  history.length === 0 ? 'Missing' : 'Healthy'

/** The syncs that have begun, oldest first: of the revision that was there first, and of each that came later. */
function syncsUntil(home: Home, manifest: Manifest, now: Date): Sync[] {
  const newest = newestRevision(manifest, now)
  const first = newestRevision(manifest, manifest.appliedAt)
  const syncs: Sync[] = []
  for (
    let number = Math.max(first.number, newest.number - SYNCS_KEPT + 1);
    number <= newest.number;
    number++
  ) {
    const sync = syncOf(home, manifest, numberedRevision(manifest, number))
    if (sync.startedAt <= now) syncs.push(sync)
  }
  return syncs
}

function syncOf(
  { cluster, temper }: Home,
  { application, appliedAt }: Manifest,
  revision: SourceRevision,
): Sync {
  const isAsked = revision.at <= appliedAt
  const words = [cluster, application, revision.id, isAsked ? appliedAt.getTime() : 0] as const
  const delayS = isAsked ? between(1, 4, 'delay', ...words) : between(5, 170, 'poll', ...words)
  const startedAt = later(isAsked ? appliedAt : revision.at, delayS + (isAsked ? 0 : temper.lagS))
  const finishedAt = later(startedAt, between(3, 18, 'sync', ...words))
  return {
    revision,
    startedAt,
    finishedAt,
    healthyAt: later(finishedAt, between(6, 22, 'up', ...words)),
  }
}

function entryOf({
  revision: { id: revision, number: id },
  startedAt,
  finishedAt,
}: Sync): SyncEntry {
  return { id, revision, deployedAt: finishedAt, deployStartedAt: startedAt, initiatedBy: null }
}

function troubleAt(
  { cluster, temper: { lasting } }: Home,
  { team, application }: Manifest,
  { healthyAt }: Sync,
  isTroubled: boolean,
  now: Date,
): TroubleKind | null {
  const isSound = now.getTime() - healthyAt.getTime() < SOUND_FOR_MS
  if (isTroubled && lasting !== null && !isSound && holdsNow(lasting, cluster, now)) return lasting
  const passing = troublesAround(`${cluster}/${team}/${application}`, now).find(
    ({ from, to }) => healthyAt < from && from <= now && now < to,
  )
  return passing?.kind ?? null
}

function holdsNow(kind: TroubleKind, cluster: string, now: Date): boolean {
  if (kind !== 'drifted') return true
  const minute = now.getTime() / 60_000 + Math.floor(between(0, 60, 'drift', cluster))
  return minute % 60 < DRIFTS_FOR_MINUTES
}

/** In Argo CD's words. */
function saysOf(kind: TroubleKind, manifest: Manifest, { revision }: Sync): Partial<ReportedItem> {
  switch (kind) {
    case 'failed':
      return {
        sync: 'OutOfSync',
        phase: 'Failed',
        message: `one or more synchronization tasks are not valid: resource rbac.authorization.k8s.io:ClusterRole is not permitted in project ${manifest.team} (retried 5 times).`,
      }
    case 'uncomparable':
      return { revision: null, sync: 'Unknown', message: NO_PATH, conditions: [COMPARISON_ERROR] }
    case 'degraded':
      return degraded(manifest)
    case 'drifted':
      return { sync: 'OutOfSync' }
    case 'behind':
      return { sync: 'OutOfSync', revision: heldBack(manifest, revision) }
    case 'progressing':
      return { health: 'Progressing' }
  }
}

const NO_PATH =
  'Failed to load target state: failed to generate manifest for source 1 of 1: rpc error: code = Unknown desc = manifest: app path does not exist'
const COMPARISON_ERROR = { type: 'ComparisonError', message: NO_PATH }

function degraded({ team, application }: Manifest) {
  return {
    health: 'Degraded',
    message: `Caused by apps/Deployment:${team}/${application}`,
  } as const
}

/** A revision that was seen, and waits for its hour. */
function heldBack(manifest: Manifest, { number }: SourceRevision): string {
  return numberedRevision(manifest, number + 1).id
}
