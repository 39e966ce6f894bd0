import type { Kind } from '#lib/domain/objects.ts'

/** Why somebody may not write an object of a kind: who could. */
export const writeRefusals: Readonly<Record<Kind, string>> = {
  team: 'Admins of the tenant create and change teams.',
  cluster: 'Admins of the tenant create and change clusters.',
  application:
    'Admins and contributors of the tenant, and contributors of the team, change its applications.',
  'target-policy':
    'Admins change the platform’s policies; a team’s are changed by admins and contributors of the tenant, and by the team’s contributors.',
}
