// Which rollouts freezes stop: now, and by an edit of freezes.
import { listRolloutsToRelease, type ToRelease } from '#db/queries/rollouts-to-release.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { stopsAt } from '#lib/domain/impact/freezes.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import type { RolloutsOfFreezes, StoppedRollouts } from '#lib/schemas/stopped-rollouts.ts'
import type { ResolvedDraft } from '../changes/drafts.ts'
import { asked, type Context, defineRead } from '../define.ts'

/** Of so many running rollouts, the newest, it is found out. */
const LOOKED_MAX = 2_000
const LISTED_MAX = 5

type Fleets = { readonly before: Fleet; readonly after: Fleet }

/**
 * The running rollouts that an edit of freezes has wait, and those that it lets go; null: it edits no freeze. Those of whoever asks may
 * see, as they are at this instant: a rollout that another freeze stops anyway is neither.
 */
export async function rolloutsAfterEdit(
  context: Pick<Context, 'scope' | 'actor'>,
  { before, after }: Fleets,
  drafts: readonly ResolvedDraft[],
): Promise<RolloutsOfFreezes | null> {
  if (!drafts.some(({ kind }) => kind === 'freeze')) return null
  const now = await readRolloutInstant(context.scope, null)
  const rollouts = await rolloutsToRelease(context)
  const isStopped = (fleet: Fleet, rollout: ToRelease) =>
    freezesOf(fleet).some((freeze) => isStoppedBy(freeze, fleet, rollout, now))
  const [were, are] = [before, after].map(
    (fleet) => new Set(rollouts.filter((rollout) => isStopped(fleet, rollout))),
  )
  const isOther = (some: typeof were, others: typeof were) =>
    rollouts.filter((rollout) => some!.has(rollout) && !others!.has(rollout))
  return {
    stopped: stoppedJson(after, isOther(are, were)),
    let_go: stoppedJson(after, isOther(were, are)),
  }
}

/** By the names of freezes, what each stops now. Names that are unknown, or stop nothing, have nothing. */
export const readStoppedUseCase = defineRead<
  { readonly freezes: readonly string[] },
  ReadonlyMap<string, StoppedRollouts>
>({
  name: 'freezes.stopped',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { freezes: names }) => {
    const fleet = await context.fleet()
    const freezes = names.flatMap((name) => findByName(fleet.freezes, name)?.object ?? [])
    const rollouts = freezes.length === 0 ? [] : await rolloutsToRelease(context)
    if (rollouts.length === 0) return new Map()
    const now = await readRolloutInstant(context.scope, null)
    const stopped = freezes.map((freeze): [string, StoppedRollouts] => {
      const those = rollouts.filter((rollout) => isStoppedBy(freeze, fleet, rollout, now))
      return [freeze.name, stoppedJson(fleet, those)]
    })
    return new Map(stopped.filter(([, { total }]) => total > 0))
  },
})

function rolloutsToRelease({
  scope,
  actor,
}: Pick<Context, 'scope' | 'actor'>): Promise<readonly ToRelease[]> {
  return listRolloutsToRelease(scope, { teams: readableTeams(actor, 'rollout'), limit: LOOKED_MAX })
}

function freezesOf({ freezes: { ordered, slots } }: Fleet): readonly Freeze[] {
  return ordered.map((id) => slots[id]!)
}

function isStoppedBy(
  freeze: Freeze,
  { applications }: Fleet,
  { applicationId, environment, origin }: ToRelease,
  now: Date,
): boolean {
  const application = applications.slots[applicationId]
  const goesBack = origin === 'rollback'
  return application !== undefined && stopsAt(freeze, { application, environment, goesBack }, now)
}

function stoppedJson({ applications }: Fleet, rollouts: readonly ToRelease[]): StoppedRollouts {
  return {
    total: rollouts.length,
    items: rollouts.slice(0, LISTED_MAX).map(({ rollout, applicationId, environment, ...of }) => {
      const { team: namespace, name: application } = applications.slots[applicationId]!
      const version = of.version === null ? null : { number: of.version, name: of.versionName }
      return { rollout, namespace, application, environment, version }
    }),
  }
}
