import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'

/** Whose objects somebody may write: these teams', or every team's. */
export type WritableTeams = readonly string[] | 'every'

/** The team that a new object is given to at first; none where they can't all be known. */
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
