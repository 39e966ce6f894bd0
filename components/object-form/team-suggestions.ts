import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'

/** The teams whose objects somebody may write. */
export type WritableTeams = readonly string[] | 'every'

/** The team that a form for a new object begins with; empty if the choice is among every team. */
export function firstTeam(teams: WritableTeams): string {
  return teams === 'every' ? '' : (teams[0] ?? '')
}

export function teamSuggestions(teams: WritableTeams): SuggestionSource {
  if (teams === 'every') return nameSuggestions('team')
  return {
    key: `teams ${teams.join(' ')}`,
    suggest: async (text) =>
      teams.filter((name) => name.includes(text)).map((name) => ({ text: name, note: '' })),
  }
}
