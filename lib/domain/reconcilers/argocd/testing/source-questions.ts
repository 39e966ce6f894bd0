// What a team's repository can have created on a cluster: each kind, in each namespace, as each sort of hook, in each state
// of the cluster's Argo CD, when an application of it is synced and when it is deleted.
import type { Confinement } from '#lib/domain/objects/objects.ts'
import { applicationNamed } from './argocd-evaluator.ts'
import { type ClusterState, clusterIn, STATES } from './cluster-states.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import type { Effect } from './delivery-evaluator.ts'
import { effectAtDeletion, effectAtSync } from './delivery-evaluator.ts'
import type { GeneratedObjects } from './parse-tree.ts'
import { type Target, targetsOf } from './source-targets.ts'

const HOOK = 'argocd.argoproj.io/hook'
const HELM_HOOK = 'helm.sh/hook'

type Hook = {
  readonly annotations: Readonly<Record<string, string>>
  readonly at: 'sync' | 'deletion' | 'both' | 'never'
}

/** One for each phase and each annotation, which is all that a change of a manifest can affect. */
const HOOKS_IN_SHORT: readonly Hook[] = [
  { annotations: {}, at: 'sync' },
  { annotations: { [HOOK]: 'PostDelete' }, at: 'deletion' },
  { annotations: { [HELM_HOOK]: 'pre-delete' }, at: 'deletion' },
]

const FORGED = { 'argocd.argoproj.io/tracking-id': 'search--api:/ConfigMap:search/x' }

export const HOOKS: readonly Hook[] = [
  ...HOOKS_IN_SHORT,
  ...['PreSync', 'Sync', 'PostSync', 'SyncFail'].map((phase): Hook => ({
    annotations: { [HOOK]: phase },
    at: 'sync',
  })),
  { annotations: { [HOOK]: 'Skip' }, at: 'never' },
  { annotations: { [HOOK]: 'PreDelete' }, at: 'deletion' },
  { annotations: { [HOOK]: 'Skip, PostDelete' }, at: 'deletion' },
  { annotations: { [HOOK]: 'Sync,PostDelete' }, at: 'both' },
  { annotations: { [HELM_HOOK]: 'pre-install' }, at: 'sync' },
  { annotations: { [HELM_HOOK]: 'post-upgrade' }, at: 'sync' },
  { annotations: { [HELM_HOOK]: 'test' }, at: 'never' },
  { annotations: { [HELM_HOOK]: 'post-delete,test' }, at: 'deletion' },
  { annotations: { [HOOK]: 'Sync', [HELM_HOOK]: 'post-delete' }, at: 'both' },
  { annotations: { [HOOK]: 'PostDelete', ...FORGED }, at: 'deletion' },
]

/**
 * The outcome of a sync for an object: the project and the account decide, and for an object that is also a deletion hook,
 * the policy against those, where there is one.
 */
function expectedAtSync(
  confinement: Confinement,
  { setting, role }: ClusterState,
  { at }: Hook,
  { isListed, isPermitted }: Target,
): Effect {
  const isHeldByPolicy = at === 'both' && confinement !== 'project'
  const asController = role === 'stock' && (isHeldByPolicy ? isListed : isPermitted)
  return (setting === 'on' ? isListed : asController) ? 'made' : 'refused'
}

/** The outcome of the deletion for an object that the project isn't asked about. */
function expectedAtDeletion(
  confinement: Confinement,
  { setting, role }: ClusterState,
  { isListed, isPolicy }: Target,
): Effect {
  const isMade =
    setting === 'on'
      ? isListed
      : role === 'stock' && (confinement === 'project' || isListed || isPolicy)
  return isMade ? 'made' : 'refused'
}

/** Every question about what the teams' repositories can have created; for the first team, as each sort of hook. */
export function sourceQuestions(
  fleet: ConfinedFleet,
  hooks: readonly Hook[] = HOOKS_IN_SHORT,
): readonly Question[] {
  return presentTeams(fleet).flatMap((team, index) => {
    const application = fleet.applications.find((one) => one.team === team.name)?.name ?? ''
    const targets = targetsOf(team, fleet)
    return STATES[fleet.confinement].flatMap((state) =>
      (index === 0 ? hooks : HOOKS_IN_SHORT).flatMap((hook) =>
        targets.map((target) =>
          sourceQuestion(fleet, `${team.name}--${application}`, state, hook, target),
        ),
      ),
    )
  })
}

function sourceQuestion(
  { confinement }: ConfinedFleet,
  applicationName: string,
  state: ClusterState,
  hook: Hook,
  target: Target,
): Question {
  const { annotations, at } = hook
  const { kind, apiVersion, metadata } = target.object
  const object = { ...target.object, metadata: { ...metadata, annotations } }
  const as = `${apiVersion} ${kind} in ${metadata.namespace ?? 'the cluster'}`
  return {
    topic: `sources with ${confinement}, impersonation ${state.setting}, the role ${state.role}`,
    text: `${applicationName}, ${as}, ${JSON.stringify([annotations, target.object.roleRef])}`,
    expected: [
      ['sync', 'both'].includes(at) ? expectedAtSync(confinement, state, hook, target) : 'nothing',
      ['deletion', 'both'].includes(at)
        ? expectedAtDeletion(confinement, state, target)
        : 'nothing',
    ],
    ask: (objects) => {
      const application = applicationNamed(objects, applicationName)
      if (application === null) return null
      const cluster = clusterIn(objects, state)
      return [
        effectAtSync(cluster, application, object),
        effectAtDeletion(cluster, application, object),
      ]
    },
  }
}

/**
 * What the teams could have created but must not: objects outside their namespaces or cluster-wide, roles, Argo CD's kinds,
 * and what limits them.
 */
export function madeBeyond(
  objects: GeneratedObjects,
  fleet: ConfinedFleet,
  state: ClusterState,
): readonly string[] {
  const cluster = clusterIn(objects, state)
  return presentTeams(fleet).flatMap((team) => {
    const placed = fleet.applications.find((one) => one.team === team.name)
    const application = applicationNamed(objects, `${team.name}--${placed?.name}`)
    const beyond = targetsOf(team, fleet).filter(({ isPermitted }) => !isPermitted)
    return HOOKS.flatMap(({ annotations }) =>
      beyond.flatMap((target) => {
        const { metadata } = target.object
        const object = { ...target.object, metadata: { ...metadata, annotations } }
        const effects = application && [
          effectAtSync(cluster, application, object),
          effectAtDeletion(cluster, application, object),
        ]
        const isMade = effects === null || effects.includes('made') || effects.includes('crash')
        return isMade ? [`${team.name}: ${object.kind} ${JSON.stringify(metadata)}`] : []
      }),
    )
  })
}
