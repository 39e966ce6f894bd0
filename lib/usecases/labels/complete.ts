// Suggestions for somebody who writes a selector: the keys in use, or the values of one key, each with how many objects
// have it.
import { countKeys, countValues, type LabelCount } from '#lib/domain/fleet/label-counts.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { asked, defineRead } from '../define.ts'
import { visibleLabels } from './visible-labels.ts'

export type CompleteLabelsInput = {
  readonly kind: LabelledKind
  /** The key whose values are wanted; null: the keys themselves. */
  readonly key: string | null
  readonly prefix: string
  readonly limit: number
}

export type LabelCompletion = {
  readonly items: readonly LabelCount[]
  /** Whether there are more than `limit`. */
  readonly more: boolean
}

export const completeLabelsUseCase = defineRead<CompleteLabelsInput, LabelCompletion>({
  name: 'labels.complete',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { kind, key, prefix, limit }) => {
    const { index, among } = await visibleLabels(context, kind)
    const question = { prefix, among, limit: limit + 1 }
    const found = key === null ? countKeys(index, question) : countValues(index, key, question)
    return { items: found.slice(0, limit), more: found.length > limit }
  },
})
