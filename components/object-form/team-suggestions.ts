import { ask } from '#components/api.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'
import { apiCollections, withQuery } from '#lib/paths.ts'

/** Whose objects somebody may write: these teams', or every team's. */
export type WritableTeams = readonly string[] | 'every'

/** The team that a new object is given to at first; none where they can't all be known. */
export function firstTeam(teams: WritableTeams): string {
  return teams === 'every' ? '' : (teams[0] ?? '')
}

type TeamsAnswer = {
  readonly items: readonly { readonly name: string; readonly description: string }[]
}

const SHOWN = 20

/** Teams by a part of their name; of all teams only so many are asked for as are shown. */
export function teamSuggestions(teams: WritableTeams): SuggestionSource {
  if (teams !== 'every') {
    return {
      key: `teams ${teams.join(' ')}`,
      suggest: async (text) =>
        teams.filter((name) => name.includes(text)).map((name) => ({ text: name, note: '' })),
    }
  }
  return {
    key: 'teams',
    suggest: async (text, signal) => {
      const path = withQuery(apiCollections.teams, { q: text === '' ? null : text, limit: SHOWN })
      const { answer } = await ask<TeamsAnswer>(path, { signal })
      return answer.items.map(({ name, description }) => ({ text: name, note: description }))
    },
  }
}
