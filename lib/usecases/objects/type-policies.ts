// The policies that select clusters by their type.
import { can } from '#lib/domain/access/permissions.ts'
import { termHolds } from '#lib/domain/labels/selector.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { defineRead } from '../define.ts'
import { type FoundObject, loadObject } from './read.ts'
import { type RefParameters, resourceOf } from './requested-object.ts'

const SHOWN = 20
/** The label that clusters have by their type. */
const LABEL = 'type'

/** Those that the actor may see, the first by their names. */
export type TypePolicies = Total & { readonly items: readonly TargetPolicy[] }

type Input = { readonly ref: RefParameters }

export const typePoliciesUseCase = defineRead<
  Input,
  TypePolicies,
  Input,
  FoundObject<'cluster-type'>
>({
  name: 'cluster-types.policies',
  load: (context, { ref }) => loadObject('cluster-type')(context, { ref, at: null }),
  run: async (context, _, { object: { name } }) => {
    const { policies } = await context.fleet()
    const selecting = policies.ordered
      .map((id) => policies.slots[id]!)
      .filter((policy) => asksForType(policy, name))
      .filter((policy) => can(context.actor, 'read', resourceOf(policy)))
    return { items: selecting.slice(0, SHOWN), ...exactly(selecting.length) }
  },
})

/** Whether a policy asks for the type of clusters, and takes those of this one. */
function asksForType({ clusterSelector: selector }: TargetPolicy, type: string): boolean {
  const terms = selector.kind === 'terms' ? selector.terms : []
  const asked = terms.filter(({ key }) => key === LABEL)
  const labels = new Map([[LABEL, type]])
  return asked.length > 0 && asked.every((term) => termHolds(term, labels))
}
