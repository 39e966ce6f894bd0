// What the waves of a rollout would do, computed as an edit is that releases them.
import { createHash } from 'node:crypto'
import { readLastReleaseId } from '#db/queries/releases.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Release, ReleaseChange, WholeSource } from '#lib/domain/releases/release.ts'
import { nextToRelease } from '#lib/domain/rollouts/advance.ts'
import { asksPeople } from '#lib/domain/rollouts/gates-after.ts'
import { blockedOf, readyOf } from '#lib/domain/rollouts/members.ts'
import type { Facts, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { withReleased } from '#lib/domain/rollouts/steps.ts'
import { releasesOfWave } from '#lib/domain/rollouts/wave-releases.ts'
import { type Bits, countBits, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { type FileDiffPage, fileDiffs } from '../changes/file-diffs.ts'
import { type Outline, outlineOf, type Plan, planDrafts } from '../changes/plan.ts'
import type { Slice } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { repositoryOf } from '../repository/tenant-repository.ts'
import { waveAt } from './find.ts'

/** What decides which clusters a wave has. */
type Clusters = Pick<Facts, 'placed' | 'blocked'>

export type PlannedWave = {
  readonly plan: Plan
  /** The clusters that it gives the version. */
  readonly members: Bits
  /** Those of its clusters that it leaves for later. */
  readonly blocked: Bits
  /** The rollout when it is the wave’s turn. */
  readonly before: Rollout
}

/** A rollout, and what its clusters get. */
export type Planned = WholeSource & { readonly rollout: Rollout }

/** What one pending wave would do now. */
export async function planWave(
  context: Context,
  fleet: Fleet,
  { rollout, source, targets }: Planned,
  index: number,
  clusters: Clusters,
): Promise<PlannedWave> {
  const members = readyOf(rollout, index, clusters)
  const change = releasesOfWave(fleet, rollout, index, members, { source, targets })
  const edits = editsOf(change, await lastIdOf(context, fleet, rollout))
  const fleets = { before: fleet, after: fleet.with(edits) }
  const plan = await planDrafts(context, await repositoryOf(context), fleets, [], edits, [])
  return { plan, members, blocked: blockedOf(rollout, index, clusters), before: rollout }
}

/** The fleet may have releases that are not kept yet. */
async function lastIdOf({ scope }: Context, fleet: Fleet, { application }: Rollout) {
  const ids = (fleet.releases[application] ?? []).map(({ id }) => id)
  return Math.max(await readLastReleaseId(scope), ...ids)
}

export type RolloutPlan = {
  readonly waves: readonly PlannedWave[]
  /** All of them at once, and what comes later to the clusters that they leave: its files cost as much as those of all waves. */
  readonly whole: Outline
  /** Of what the rollout would do, wave by wave. */
  readonly digest: string
}

/** What all waves would do, one after the other. */
export async function planRollout(
  context: Context,
  fleet: Fleet,
  of: Planned,
  clusters: Clusters,
): Promise<RolloutPlan> {
  const lastId = await readLastReleaseId(context.scope)
  const repository = await repositoryOf(context)
  const steps = stepsOf(fleet, of, clusters, lastId)
  const waves: PlannedWave[] = []
  for (const { members, blocked, before, fleets, edits } of steps) {
    const plan = await planDrafts(context, repository, fleets, [], edits, [])
    waves.push({ plan, members, blocked, before })
  }
  const all = isEmpty(clusters.blocked)
    ? steps
    : stepsOf(fleet, of, { ...clusters, blocked: NO_BITS }, lastId)
  const edits = all.flatMap((step) => step.edits)
  const fleets = { before: fleet, after: fleet.with(edits) }
  const whole = outlineOf(context, repository, fleets, [], edits)
  return { waves, whole, digest: digestOf(of.rollout, waves) }
}

/** What a wave does to releases, after the waves before it. */
type Step = Omit<PlannedWave, 'plan'> & {
  readonly fleets: { readonly before: Fleet; readonly after: Fleet }
  readonly edits: readonly Edit[]
}

/** `firstId`: the last id that a release had before. */
function stepsOf(
  fleet: Fleet,
  { rollout, source, targets }: Planned,
  clusters: Clusters,
  firstId: number,
): readonly Step[] {
  const steps: Step[] = []
  let [current, before, lastId] = [fleet, rollout, firstId]
  for (const index of rollout.waves.keys()) {
    const members = readyOf(before, index, clusters)
    const isSkipped = index < rollout.waves.length - 1 && isEmpty(members)
    const change = isSkipped
      ? { ended: [], begun: [] }
      : releasesOfWave(current, before, index, members, { source, targets })
    const edits = editsOf(change, lastId)
    const fleets = { before: current, after: current.with(edits) }
    const blocked = blockedOf(before, index, clusters)
    steps.push({ members, blocked, before, fleets, edits })
    lastId += change.begun.length
    current = fleets.after
    before = withReleased(before, index, 0, members)
  }
  return steps
}

/** A part of the diff of one wave, by its number from 1. */
export type WaveDiff = { readonly wave: number; readonly slice: Slice }

/** What one wave does to the Git tree, after the waves before it. */
export function diffOfWave({ waves }: RolloutPlan, { wave, slice }: WaveDiff): FileDiffPage {
  return fileDiffs(waveAt(waves, wave).plan, slice)
}

function editsOf({ ended, begun }: ReleaseChange, lastId: number): Edit[] {
  const begins = (after: Release, index: number): Edit => ({
    kind: 'release',
    id: lastId + 1 + index,
    after,
  })
  return [...ended.map((id): Edit => ({ kind: 'release', id, after: null })), ...begun.map(begins)]
}

function digestOf({ environment, version }: Rollout, waves: readonly PlannedWave[]): string {
  const said = waves.map(({ plan, members }) => [plan.digest, countBits(members)])
  return createHash('sha256')
    .update(JSON.stringify([environment, version, said]))
    .digest('hex')
}

/**
 * The digest of what people are asked about, by wave: of what the next one would do, and of the one in Git of which no cluster
 * says how it is. The others are null: nobody is asked about them now.
 */
export async function waveDigests(
  context: Context,
  fleet: Fleet,
  of: Planned,
  facts: Clusters & Pick<Facts, 'reports'>,
): Promise<readonly (string | null)[]> {
  const { rollout } = of
  const { waves, wave: current } = rollout
  const next = nextToRelease(rollout, facts.placed)
  const isAsked = next !== null && waves[next]!.rule.before.approvals !== null
  const digest = isAsked ? await digestOfNext(context, fleet, of, next, facts) : null
  const asksNow = asksPeople(waves[current]!, facts)
  return waves.map((_, index) => {
    if (index === next) return digest
    return index === current && asksNow ? publishedDigest(rollout) : null
  })
}

/** Null: it does nothing before what the application needs is there. */
async function digestOfNext(
  context: Context,
  fleet: Fleet,
  of: Planned,
  index: number,
  clusters: Clusters,
): Promise<string | null> {
  const { plan, members, blocked } = await planWave(context, fleet, of, index, clusters)
  return isEmpty(members) && !isEmpty(blocked) ? null : plan.digest
}

/** What was released never differs: its change says it all. */
function publishedDigest({ id, wave, waves }: Rollout): string {
  return createHash('sha256')
    .update(JSON.stringify(['unobserved', id, wave, waves[wave]!.change]))
    .digest('hex')
}
