import type { ReactNode } from 'react'
import { GroupList } from '#components/list/group-list.tsx'
import { readFirstRows, readPageGroups } from '#lib/http/portal/page-lists.ts'
import type { List, ListParameters } from '#lib/lists/list.ts'
import { GROUP_ROWS, type PageList } from '#lib/schemas/page-list.ts'

/** The rows of a list in groups, one of them opened, where its address asks for them. */
export async function ListGroups<Parameters extends ListParameters, Raw, Item, Position>({
  list,
  page,
  children,
}: {
  list: List<Parameters, Raw, Item, Position>
  page: PageList<Item>
  children: (items: readonly Item[]) => ReactNode
}) {
  const { address } = page
  if (address.query['group'] === undefined) return null
  const groups = await readPageGroups(list, page)
  const values = typeof groups === 'string' ? [] : groups.values
  const opened = values.find(({ text }) => text === address.query['open'])
  return (
    <GroupList address={address} groups={groups}>
      {opened?.filter && children(await readFirstRows(list, page, opened.filter, GROUP_ROWS))}
    </GroupList>
  )
}
