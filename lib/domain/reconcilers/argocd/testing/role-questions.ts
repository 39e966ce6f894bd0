// What people may do with a team's Applications in Argo CD's own UI, asked for every group.
import type { Team, TeamRole } from '#lib/domain/objects/objects.ts'
import { roleMayAct } from './argocd-evaluator.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'

export const ACTIONS = [
  ['applications', 'get'],
  ['applications', 'create'],
  ['applications', 'update'],
  ['applications', 'delete'],
  ['applications', 'sync'],
  ['applications', 'override'],
  ['applications', 'action/apps/Deployment/restart'],
  ['applicationsets', 'create'],
  ['logs', 'get'],
  ['exec', 'create'],
  ['repositories', 'get'],
  ['repositories', 'create'],
  ['clusters', 'get'],
  // Argo CD has no such actions yet; a right to them would still be one too many.
  ['applicationsets', 'sync'],
  ['logs', 'create'],
] as const

/** What a group of each role may do with its team's Applications in Argo CD's own UI. */
const GRANTED: Readonly<Record<TeamRole, readonly string[]>> = {
  contributor: ['applications get', 'applications sync', 'logs get'],
  reader: ['applications get', 'logs get'],
}

/** Every group alone, all together, and people without any. */
export function roleQuestions(fleet: ConfinedFleet, team: Team, isPresent: boolean): Question[] {
  const everyGroup = [...new Set(fleet.teams.flatMap(({ groups }) => groups.map(({ id }) => id)))]
  const strangers = ['stranger', '*', '', 'reader', 'contributor', fleet.removedGroup]
  const people = [[], ...[...strangers, ...everyGroup].map((id) => [id]), everyGroup]
  const mayAct = (groups: readonly string[], action: string) =>
    team.groups.some(({ id, role }) => groups.includes(id) && GRANTED[role].includes(action))
  return ACTIONS.flatMap(([resource, action]) =>
    people.map((groups) => ({
      topic: 'roles in Argo CD',
      text: `people in ${JSON.stringify(groups)} to ${action} ${resource} of ${team.name}`,
      expected: isPresent && mayAct(groups, `${resource} ${action}`),
      ask: (objects) =>
        roleMayAct(objects, { groups, resource, action, object: `${team.name}/${team.name}--api` }),
    })),
  )
}
