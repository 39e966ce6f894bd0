import type { AsksFor } from '#lib/domain/objects/team-request.ts'

/** What a request asks for, as it stands after "asks for". `team`: the one that is asked for, or that asks. */
export function askedWords(asksFor: AsksFor, team: string): string {
  return WORDS[asksFor](team)
}

const WORDS: Readonly<Record<AsksFor, (team: string) => string>> = {
  team: (team) => `team ${team}`,
  limits: (team) => `other limits of team ${team}`,
  cluster: (team) => `a cluster for team ${team}`,
}
