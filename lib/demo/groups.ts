// The groups of the demo's issuer, with ids like those of Microsoft Entra ID.
import type { TeamRole } from '#lib/domain/objects/objects.ts'

const group = (suffix: string) => `00000000-0000-4000-8000-${suffix.padStart(12, '0')}`

/** The group of a team of the demo fleet, by the team's number. */
export function teamGroup(index: number, role: TeamRole): string {
  return group(`${index}${role === 'contributor' ? 1 : 2}`)
}

export const demoGroup = {
  admins: group('a1'),
  contributors: group('a2'),
  auditors: group('a3'),
  newcomers: group('a4'),
  /** Who approves what goes to production. */
  releaseManagers: group('a5'),
  /** The contributors of the fleet's first team. */
  ieb: teamGroup(0, 'contributor'),
} as const
