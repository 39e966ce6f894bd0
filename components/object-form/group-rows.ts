export type GroupRow = { readonly id: string; readonly role: 'contributor' | 'reader' }

export const EMPTY_GROUP: GroupRow = { id: '', role: 'contributor' }

/** What is sent: without the rows that have no id yet. */
export function namedGroups(groups: readonly GroupRow[]): readonly GroupRow[] {
  return groups.filter(({ id }) => id.trim() !== '')
}
