// Completion for whoever writes a selector: the keys that are in use, or one key's values, each with how many carry it.
import { countLabelKeys, countLabelValues, type LabelCount } from '#db/queries/label-values.ts'
import { readableTeams } from '#lib/domain/permissions.ts'
import { defineUseCase } from '../define.ts'
import { asRead } from '../objects/noun.ts'

export type CompleteLabelsInput = {
  readonly kind: 'cluster' | 'application'
  /** Whose values; null: the keys themselves. */
  readonly key: string | null
  readonly prefix: string
  readonly limit: number
}

export type LabelCompletion = {
  readonly items: readonly LabelCount[]
  /** Whether there are more than `limit`. */
  readonly more: boolean
}

export const completeLabelsUseCase = defineUseCase<CompleteLabelsInput, LabelCompletion>({
  name: 'labels.complete',
  read: asRead,
  permission: 'read',
  resource: () => ({ kind: 'tenant' }),
  run: async ({ scope, actor }, { kind, key, prefix, limit }) => {
    const query = { kind, prefix, teams: readableTeams(actor), limit: limit + 1 }
    const found =
      key === null
        ? await countLabelKeys(scope, query)
        : await countLabelValues(scope, { ...query, key })
    return { items: found.slice(0, limit), more: found.length > limit }
  },
})
