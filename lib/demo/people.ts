// The people of the demo, one for each kind of role. Their rights follow from their groups, as everywhere.
import { demoGroup } from './groups.ts'

export type DemoPerson = {
  /** Their account at the demo's issuer. */
  readonly id: string
  readonly name: string
  readonly email: string
  readonly groups: readonly string[]
  /** What signing in as them is good for. */
  readonly description: string
}

export const demoPeople: readonly DemoPerson[] = [
  {
    id: 'ada',
    name: 'Ada Admin',
    email: 'ada.admin@example.com',
    groups: [demoGroup.admins, demoGroup.releaseManagers],
    description: 'Runs the platform: clusters, teams, every policy',
  },
  {
    id: 'cory',
    name: 'Cory Contributor',
    email: 'cory.contributor@example.com',
    groups: [demoGroup.contributors, demoGroup.releaseManagers],
    description: 'Edits the applications and policies of every team',
  },
  {
    id: 'ines',
    name: 'Ines of ieb',
    email: 'ines@example.com',
    groups: [demoGroup.ieb],
    description: 'Deploys the applications of the team ieb, and sees no other team',
  },
  {
    id: 'rita',
    name: 'Rita Reader',
    email: 'rita.reader@example.com',
    groups: [demoGroup.auditors],
    description: 'Audits: reads everything, changes nothing',
  },
  {
    id: 'nils',
    name: 'Nils Newcomer',
    email: 'nils@example.com',
    groups: [demoGroup.newcomers],
    description: 'Has no role yet, and asks for a team',
  },
]
