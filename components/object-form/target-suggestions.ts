import { ask } from '#components/api.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import type { Held } from './controls.ts'
import type { FormValues } from './form-spec.ts'
import type { TargetsJson } from './target-rows.ts'

/** So many applications are looked at, the first by their names. */
const LOOKED_AT = 200
const ENVIRONMENTS_NAMED = 3

/** Which applications the policy in a form selects, as the API is asked for them; empty: all. */
export function selectedApplications({ namespace, app_selector: selector }: FormValues): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the control of selectors holds
  const typed = (selector as Held['selector'] | undefined)?.text.trim() ?? ''
  const own = typeof namespace === 'string' && namespace !== '' ? [`namespace=${namespace}`] : []
  return [...own, ...(typed === '' || typed === '*' ? [] : [typed])].join(',')
}

/** The names of the targets that these applications have, as far as the visitor may see them, each with its environments. */
export function targetSuggestions(labelSelector: string): SuggestionSource {
  return {
    key: `targets ${labelSelector}`,
    suggest: async (text, signal) => {
      const query = { labelSelector, limit: LOOKED_AT }
      const path = withQuery(apiCollection('application'), query)
      const { answer } = await ask<Found>(path, { signal })
      const targets = answer.items.flatMap((application) => application.targets)
      return [...Map.groupBy(targets, ({ name }) => name)]
        .filter(([name]) => name.includes(text))
        .sort(([a], [b]) => compareText(a, b))
        .map(([name, alike]) => ({ text: name, note: environmentsOf(alike) }))
    },
  }
}

type Found = { readonly items: readonly { readonly targets: TargetsJson }[] }

function environmentsOf(targets: TargetsJson): string {
  const names = [...new Set(targets.map(({ environment }) => environment))].sort(compareText)
  return `in ${fewNamed(names, ENVIRONMENTS_NAMED)}`
}
