// The policies for which a scheduler decides.
import { can } from '#lib/domain/access/permissions.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { defineRead } from '../define.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import { type RefParameters, resourceOf } from '../objects/requested-object.ts'

const SHOWN = 20

/** Those that the actor may see, the first by their names. */
export type Scheduled = Total & { readonly items: readonly TargetPolicy[] }

type Input = { readonly ref: RefParameters }

export const scheduledUseCase = defineRead<Input, Scheduled, Input, FoundObject<'scheduler'>>({
  name: 'schedulers.policies',
  load: (context, { ref }) => loadObject('scheduler')(context, { ref, at: null }),
  run: async (context, _, { object: { name } }) => {
    const { policies } = await context.fleet()
    const named = policies.ordered
      .map((id) => policies.slots[id]!)
      .filter((policy) => policy.scheduler === name)
      .filter((policy) => can(context.actor, 'read', resourceOf(policy)))
    return { items: named.slice(0, SHOWN), ...exactly(named.length) }
  },
})
