// Which pairs an edit moves, from two full computations.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import {
  type Model,
  modelWith,
  naivelyDelivered,
  naivePlacements,
  naivelyTyped,
  naiveTarget,
  policyReaches,
  tellersOf,
} from './naive.ts'
import { naivelyTold } from './naive-told.ts'
import { toyRenderer } from './toy-renderer.ts'

/** A pair by the ids of its application and its cluster. */
export type NaivePair = {
  id: number
  clusterId: number
  effect: 'added' | 'removed' | 'changed' | 'kept'
}

/** Every pair with an effect, from two full computations. */
export function naivePairs(before: Model, edits: readonly Edit[]): NaivePair[] {
  const after = modelWith(before, edits)
  const [placedBefore, placedAfter] = [naivePlacements(before), naivePlacements(after)]
  const clusterIds = [
    ...new Set([...before.objects.cluster, ...after.objects.cluster].map(([id]) => id)),
  ]
  return [...new Set([...placedBefore.keys(), ...placedAfter.keys()])].flatMap((id) =>
    clusterIds.flatMap((clusterId): NaivePair[] => {
      const was = placedBefore.get(id)?.includes(clusterId) ?? false
      const is = placedAfter.get(id)?.includes(clusterId) ?? false
      if (was !== is) return [{ id, clusterId, effect: is ? 'added' : 'removed' }]
      if (!is) return []
      const [text, next] = [naiveText(before, id, clusterId), naiveText(after, id, clusterId)]
      const isMoved =
        naiveTargetName(before, id, clusterId) !== naiveTargetName(after, id, clusterId)
      if (text !== next || isMoved) return [{ id, clusterId, effect: 'changed' }]
      const given =
        isRetyped(before, after, clusterId) ||
        [before, after].every((model) => givenByEdited(model, edits, id, clusterId))
      return given ? [{ id, clusterId, effect: 'kept' }] : []
    }),
  )
}

/** Whether what its type says of a cluster that is there before and after is another. */
export function isRetyped(before: Model, after: Model, clusterId: number): boolean {
  const [was, is] = [before, after].map((model) => {
    const cluster = model.objects.cluster.get(clusterId)!
    const { reconciler, argocdNamespace, defaultProject } = naivelyTyped(model, cluster)
    return [reconciler, argocdNamespace, defaultProject].join(' ')
  })
  return was !== is
}

function naiveTargetName(model: Model, id: number, clusterId: number) {
  const { application, cluster } = model.objects
  return naiveTarget(model, application.get(id)!, cluster.get(clusterId)!)?.name
}

/** The manifest of a placed pair, and what it is told; null: it has none. */
export function naiveText(model: Model, id: number, clusterId: number): string | null {
  const cluster = model.objects.cluster.get(clusterId)!
  const told = naivelyTold(tellersOf(model), model.objects.application.get(id)!, cluster)
  const manifest = naiveManifest(model, id, clusterId, told)
  return manifest && `${manifest} ${told?.text}`
}

export function naiveManifest(
  model: Model,
  id: number,
  clusterId: number,
  told: Told | null,
): string | null {
  const delivered = naivelyDelivered(model, id, clusterId)
  const variant = variantOf(naivelyTyped(model, model.objects.cluster.get(clusterId)!))
  return delivered && toyRenderer.application(delivered, variant, told)
}

function givenByEdited(model: Model, edits: readonly Edit[], id: number, clusterId: number) {
  const application = model.objects.application.get(id)!
  const cluster = model.objects.cluster.get(clusterId)!
  return edits.some((edit) => {
    if (edit.kind === 'application') return edit.id === id
    if (edit.kind === 'cluster') return edit.id === clusterId
    if (edit.kind === 'team') return model.objects.team.get(edit.id)?.name === application.team
    if (edit.kind !== 'target-policy') return false
    const policy = model.objects['target-policy'].get(edit.id)
    return policy?.effect === 'include' && policyReaches(model, policy, application, cluster)
  })
}
