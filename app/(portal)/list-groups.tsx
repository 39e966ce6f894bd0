import type { ReactNode } from 'react'
import { GroupList } from '#components/list/group-list.tsx'
import type { PageList, ShownGroups } from '#lib/schemas/page-list.ts'

/** The rows of a list in groups, one of them opened, where its address asks for them. */
export async function ListGroups({
  page: { address },
  read,
  open,
}: {
  page: PageList<unknown>
  /** Null: they can't be grouped so. */
  read: () => Promise<ShownGroups | null>
  /** The rows of the group that a filter leaves alone. */
  open: (filter: Readonly<Record<string, string>>) => Promise<ReactNode>
}) {
  if (address.query['group'] === undefined) return null
  const groups = await read()
  const opened = groups?.values.find(({ text }) => text === address.query['open'])
  return (
    <GroupList address={address} groups={groups}>
      {opened?.filter && (await open(opened.filter))}
    </GroupList>
  )
}
