// What a submission does to releases: what it asks for, and what follows from its edits by itself.
import { beginReleases, endReleases, readLastReleaseId } from '#db/queries/releases.ts'
import { readUnfinished } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Edit, ReleaseEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import { Refusal } from '../refusal.ts'

export type Released<E = Edit> = { readonly after: Fleet; readonly edits: readonly E[] }

/**
 * The fleet with the releases that were asked for, and with those that an edit from `before` to `drafted` begins and ends by
 * itself. The tenant is locked, or nothing of it is kept: the ids are the next that no release had.
 */
export async function withReleases(
  scope: TenantScope,
  before: Fleet,
  drafted: Fleet,
  asked: ReleaseChange,
): Promise<Released<ReleaseEdit>> {
  const first = editsOf(asked, await nextId(scope, asked))
  const fleet = first.length === 0 ? drafted : drafted.with(first)
  const own = releaseEditsOf(before, fleet, await underWayIn(scope, fleet))
  requireRoomForReleases(own)
  const second = editsOf(own, (await nextId(scope, own)) + asked.begun.length)
  const ended = new Set(own.ended)
  // What would begin and end at once never was.
  const never = new Set(first.flatMap(({ id, after }) => (after && ended.has(id) ? [id] : [])))
  return {
    after: second.length === 0 ? fleet : fleet.with(second),
    edits: [...first, ...second].filter(({ id }) => !never.has(id)),
  }
}

/** As many as a thousand applications in a hundred environments begin when they all follow versions from now on. */
const BEGUN_MAX = 100_000

/** Refuses an edit that begins more releases by itself than one change keeps. */
export function requireRoomForReleases({ begun }: Pick<ReleaseChange, 'begun'>): void {
  if (begun.length <= BEGUN_MAX) return
  const most = BEGUN_MAX.toLocaleString('en')
  const reason = `This begins ${begun.length.toLocaleString('en')} releases, one for each application and environment; at most ${most} begin at once. Edit fewer applications or clusters at once.`
  throw new Refusal('conflict', reason, { code: 'too_many' })
}

/** The rollouts that are under way, of those that gave something to sets of clusters. */
async function underWayIn(scope: TenantScope, { releases }: Fleet): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { object } of releases.flatMap((held) => held ?? [])) {
    if (object.clusters !== null && object.rollout !== null) ids.add(object.rollout)
  }
  return ids.size === 0 ? ids : readUnfinished(scope, [...ids])
}

async function nextId(scope: TenantScope, { begun }: ReleaseChange): Promise<number> {
  return begun.length === 0 ? 0 : (await readLastReleaseId(scope)) + 1
}

function editsOf({ ended, begun }: ReleaseChange, firstId: number): ReleaseEdit[] {
  return [
    ...ended.map((id) => ({ kind: 'release' as const, id, after: null })),
    ...begun.map((after, nth) => ({ kind: 'release' as const, id: firstId + nth, after })),
  ]
}

export function isOfRelease(edit: Edit): edit is ReleaseEdit {
  return edit.kind === 'release'
}

/** Stores what a change does to releases. */
export async function keepReleases(
  scope: TenantScope,
  change: number,
  edits: readonly ReleaseEdit[],
): Promise<void> {
  const ended = edits.flatMap(({ id, after }) => (after ? [] : [id]))
  const begun = edits.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  await endReleases(scope, change, ended)
  await beginReleases(scope, change, begun)
}
