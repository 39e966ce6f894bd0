// What the Argo CD Application of an application is called, and whose a name is.
import type { Pair } from '#lib/domain/reconcilers/interface/reports.ts'
import { joinableNameIssues } from '#lib/domain/objects/names.ts'

const JOINT = '--'

/**
 * Team and name are joined by `--`, which neither can contain. A dot would break Helm charts, because the name of the
 * Application becomes the name of the release.
 */
export function applicationName(team: string, application: string): string {
  return `${team}${JOINT}${application}`
}

/** Whose Application has this name; null: nobody's. */
export function applicationPair(name: string): Pair | null {
  const [team, application, ...rest] = name.split(JOINT)
  if (team === undefined || application === undefined || rest.length > 0) return null
  return isJoinable(team) && isJoinable(application) ? { team, application } : null
}

function isJoinable(name: string): boolean {
  return joinableNameIssues(name, []).length === 0
}
