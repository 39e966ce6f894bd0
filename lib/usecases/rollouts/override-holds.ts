// The holds that an override of a rollout ends, so that it comes to clusters that kept what they have.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Submission } from '../changes/submission.ts'
import type { Overridden, Stop } from '../changes/stops.ts'
import { submitDrafts } from '../changes/submit.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import type { EditContext } from '../define.ts'
import { holdOn } from '../holds/find.ts'
import { wordsOf } from '../holds/write.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import type { StoredRollout } from './stored.ts'

export type EndedHolds = {
  readonly application: Identified<Application>
  readonly clusters: readonly Identified<Cluster>[]
  /** The ids of their releases. */
  readonly ids: readonly number[]
}

/** The holds of named clusters on what a rollout releases. Refuses names of clusters without one. */
export function holdsNamed(
  fleet: Fleet,
  { rollout: { application: id, environment } }: StoredRollout,
  names: readonly string[],
): EndedHolds {
  const object = fleet.applications.slots[id]!
  const application = { id, object }
  const found = [...new Set(names)].map((name) => {
    const cluster = findByName(fleet.clusters, name)
    const isThere = cluster?.object.environment === environment
    const hold = isThere ? holdOn(fleet, { application, cluster }) : null
    return { name, cluster, hold }
  })
  const unknown = found.filter(({ hold }) => hold === null)
  if (unknown.length > 0) {
    const reason = `There is no hold to end on ${unknown.map(({ name }) => name).join(', ')}.`
    throw refusalOf('invalid', [{ path: ['holds'], code: 'override_holds', reason }])
  }
  return {
    application,
    clusters: found.flatMap(({ cluster }) => cluster ?? []),
    ids: found.flatMap(({ hold }) => hold?.id ?? []),
  }
}

/** What their end does at once: how many placements it changes, and the freezes that the override passes. */
export type EndEffect = {
  readonly changed: number
  readonly passed: readonly Overridden[]
}

/** A freeze stops it, unless the override passes that, too. */
export async function effectOfEnd(
  context: EditContext,
  ended: EndedHolds,
  passesFreezes: boolean,
): Promise<EndEffect> {
  const options = { ...PLAIN_WRITE, dryRun: true }
  const outcome = await submitDrafts(context, { ...submissionOf(ended, ''), options })
  if (outcome.kind !== 'impact') throw new Error('a dry run was kept')
  const { stops = [], placements } = outcome.document
  const freezes = stops.filter(({ code }) => code === 'frozen')
  const [freeze] = freezes
  if (freeze === undefined || passesFreezes)
    return { changed: placements.changed, passed: freezes.map(saidOf) }
  throw new Refusal('conflict', freeze.message, { code: 'frozen', members: { stop: freeze } })
}

function saidOf({ code, name, message }: Stop): Overridden {
  return { code, name, message }
}

/** Ends them in a change of their own, which was confirmed. */
export async function endHolds(
  context: EditContext,
  ended: EndedHolds,
  { passed }: EndEffect,
  reason: string,
): Promise<number> {
  const outcome = await submitDrafts(context, {
    ...submissionOf(ended, reason),
    options: PLAIN_WRITE,
    overrides: passed.map((each) => ({ ...each, reason })),
    isCarriedOut: true,
  })
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('no hold ended')
  return outcome.change
}

function submissionOf(
  { application, clusters, ids }: EndedHolds,
  reason: string,
): Omit<Submission, 'options'> {
  return {
    action: 'holds.delete',
    drafts: [],
    ownReason: `${endOf(application, clusters)}: ${reason}`,
    releases: () => ({ ended: ids, begun: [] }),
    touches: [
      { kind: 'application', id: application.id },
      ...clusters.map(({ id }) => ({ kind: 'cluster' as const, id })),
    ],
  }
}

function endOf(application: Identified<Application>, clusters: EndedHolds['clusters']): string {
  const [cluster] = clusters
  if (cluster && clusters.length === 1) return `${wordsOf({ application, cluster })} no longer`
  const { team, name } = application.object
  return `${counted(clusters.length, 'cluster')} hold their version of ${team}/${name} no longer`
}
