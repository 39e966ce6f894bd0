import type { AccessDirectory } from './access.ts'

/** How people call a group of the identity provider, where somebody described it when its members got a role; otherwise its id. */
export function groupName({ grants }: Pick<AccessDirectory, 'grants'>, id: string): string {
  const grant = grants.find(({ source, value }) => source === 'group' && value === id)
  return grant?.description || id
}
