import type { z } from 'zod'
import { ask } from '#components/api.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'
import type { labelValuesSchema } from '#lib/schemas/label-values.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { apiRoot, withQuery } from '#lib/schemas/paths.ts'

const SHOWN = 50

/** The keys that objects have, or the values of one, the most used first; there are no values without a chosen key. */
export function labelSuggestions(kind: LabelledKind, key: string | null): SuggestionSource {
  return {
    key: JSON.stringify(['labels', kind, key]),
    suggest: async (prefix, signal) => {
      if (key === '') return []
      const path = withQuery(`${apiRoot}/label-values`, { kind, key, prefix, limit: SHOWN })
      const { answer } = await ask<z.output<typeof labelValuesSchema>>(path, { signal })
      return answer.items.map(({ text, count }) => ({ text, note: count.toLocaleString('en') }))
    },
  }
}
