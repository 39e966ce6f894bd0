// Which applications are looked at because a version may come to an environment by itself: those alone to which something
// happened that may let one come.
import { type AutoCandidate, markCandidates } from '#db/queries/auto-candidates.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Impact } from '#lib/domain/impact/impact.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { countCommon, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { ResolvedDraft } from '../changes/drafts.ts'

/** A version was announced: where none has to come first, it may start. */
export async function markAnnounced(
  scope: TenantScope,
  fleet: Fleet,
  application: number,
): Promise<void> {
  const first = automaticIn(fleet).filter(({ after }) => after.length === 0)
  await markCandidates(scope, pairsOf(fleet, [application], first))
}

/** A rollout is over: the next one may start there, and if it is completed, where its environment comes first. */
export async function markAfterEnd(
  scope: TenantScope,
  fleet: Fleet,
  { application, environment, state }: Pick<Rollout, 'application' | 'environment' | 'state'>,
): Promise<void> {
  const next = automaticIn(fleet).filter(
    ({ name, after }) =>
      name === environment || (state === 'completed' && after.includes(environment)),
  )
  await markCandidates(scope, pairsOf(fleet, [application], next))
}

/**
 * An edit is kept: of an environment, what follows versions there may start; of a team, what its repositories let; of
 * applications, policies and clusters, what is placed where it wasn't.
 */
export async function markAfterEdit(
  scope: TenantScope,
  drafts: readonly ResolvedDraft[],
  { after: fleet, applications }: Impact,
): Promise<void> {
  const automatic = automaticIn(fleet)
  if (drafts.length === 0 || automatic.length === 0) return
  const isEdited = ({ name }: Environment) =>
    drafts.some(({ after }) => after?.kind === 'environment' && after.name === name)
  const mayBeAllowed = drafts.some(isOfRepositories)
  const looked = mayBeAllowed ? automatic : automatic.filter(isEdited)
  const others = automatic.filter((each) => !looked.includes(each))
  const edited = drafts.flatMap(({ kind, id }) => (kind === 'application' ? [id] : []))
  const moved = new Set([...edited, ...applications.map(({ id }) => id)])
  await markCandidates(scope, [
    ...pairsOf(fleet, fleet.applications.ordered, looked),
    ...pairsOf(fleet, [...moved], others),
  ])
}

/** Whether it changes which repositories a team may use. */
function isOfRepositories({ kind, before, after }: ResolvedDraft): boolean {
  return kind === 'team' && reposOf(before) !== reposOf(after)
}

function reposOf(object: ResolvedDraft['after']): string {
  return object?.kind === 'team' ? object.sourceRepos.join('\n') : ''
}

export function automaticIn({
  environments: { ordered, slots },
}: Pick<Fleet, 'environments'>): readonly Environment[] {
  return ordered.flatMap((id) => {
    const environment = slots[id]
    return environment?.auto === 'newest' ? [environment] : []
  })
}

/** Those of the applications that follow versions, in each of the environments in which it is placed. */
export function pairsOf(
  fleet: Fleet,
  applications: readonly number[],
  environments: readonly Environment[],
): readonly AutoCandidate[] {
  if (environments.length === 0) return []
  return applications
    .filter((id) => fleet.applications.slots[id]?.follow === 'versions')
    .flatMap((applicationId) =>
      environments
        .filter(({ name }) => isPlacedIn(fleet, applicationId, name))
        .map(({ name: environment }) => ({ applicationId, environment })),
    )
}

export function isPlacedIn(fleet: Fleet, application: number, environment: string): boolean {
  const here = fleet.clustersByEnvironment.get(environment) ?? NO_BITS
  return countCommon(placementsOf(fleet, application), here) > 0
}
