// Which teams' applications something selects, wherever these run.
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { intersect, isEmpty } from '#lib/domain/sets/bits.ts'
import type { FleetState } from './fleet-state.ts'

/** Those of some teams that have an application that the selector matches. */
export function concernedTeams(
  { indexes }: Pick<FleetState, 'indexes'>,
  appSelector: Selector,
  teams: readonly string[],
): readonly string[] {
  const selected = matchSelector(indexes.applications, appSelector)
  return teams.filter((team) => {
    const own = { key: 'namespace', operator: '=', values: [team] } as const
    const applications = matchSelector(indexes.applications, { kind: 'terms', terms: [own] })
    return !isEmpty(intersect(selected, applications))
  })
}
