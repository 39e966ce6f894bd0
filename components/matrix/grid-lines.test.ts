import { expect, it } from 'vitest'
import { gridLines, withToggled } from './grid-lines.ts'

const group = (open: boolean) => ({ key: 'a', selector: 'namespace=a', size: 2, open })

it('a group is a line, and each member of an open one', () => {
  expect(gridLines([group(true), group(false)])).toEqual([
    { group: 0, isGroup: true },
    { group: 0, isGroup: false },
    { group: 0, isGroup: false },
    { group: 1, isGroup: true },
  ])
})

it('a group that is opened and closed again is named once in the address', () => {
  const query = new URLSearchParams('colour=lag&openRows=namespace%3Db')
  const opened = withToggled(query, 'rows', group(false))
  expect(opened.toString()).toBe('colour=lag&openRows=namespace%3Db&openRows=namespace%3Da')
  const closed = withToggled(opened, 'rows', group(true))
  expect(closed.toString()).toBe('colour=lag&openRows=namespace%3Db&closedRows=namespace%3Da')
  expect(withToggled(closed, 'rows', group(true)).toString()).toBe(closed.toString())
})
