// An export at an instant has the rows of the list at that instant, whatever came after it.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { operations } from './operations.ts'

type Row = Readonly<Record<string, unknown>>

const lists = operations
  .filter(
    ({ query, path }) => 'format' in query.shape && 'at' in query.shape && !path.includes('{'),
  )
  .map(({ path }) => path)

async function listed(world: Reporting, path: string, at: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let token: string | null = ''; token !== null;) {
    const { json } = await world.api.call(
      `${path}?limit=2&at=${at}${token && `&continue=${token}`}`,
    )
    rows.push(...json.items)
    token = json.continue
  }
  return rows
}

/** Fields may be quoted, but hold no line breaks here. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

async function exported(world: Reporting, path: string, at: string): Promise<Row[]> {
  const { text } = await world.api.call(`${path}?format=csv&at=${at}`)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = cellsOf(head)
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, i) => [names[i], cell])))
}

/** What a row of the list says in columns of the export; what is an object or nothing may have words of its own there. */
function plain(row: Row, columns: Row): Row {
  const values = Object.entries(row).filter(
    ([name, value]) => name in columns && value !== null && typeof value !== 'object',
  )
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}

/** The clock of the world is that of the database from now on. */
const now = () => (Date.now() - minute(0).getTime()) / 60_000

it('an export at an instant has the rows of the list at that instant, in each list', async () => {
  const world = await createReporting(3)
  await world.publish(commit('1'))
  world.setClock(now())
  const items = [itemOf('app1', { health: 'Degraded' }), itemOf('app2'), itemOf('app3')]
  await world.send(reportAt(now(), [rootAt(commit('1')), ...items]))
  await pause(20)
  const at = new Date().toISOString()
  const before = await listed(world, '/placements', at)
  await pause(20)
  const later = [documentOf('application', { ...application, name: 'later' })]
  expect((await world.api.call('/apply', { body: later })).status).toBe(200)
  const gone = '/applications/ieb/app3?confirmRemovals=1'
  const headers = { 'If-Match': '*' }
  expect((await world.api.call(gone, { method: 'DELETE', headers })).status).toBe(204)

  expect(lists).toEqual(expect.arrayContaining(['/placements', '/history', '/observed/summary']))
  for (const path of lists) {
    const rows = await listed(world, path, at)
    const cells = await exported(world, path, at)
    expect(cells, path).toHaveLength(rows.length)
    expect(cells, path).toMatchObject(rows.map((row, index) => plain(row, cells[index]!)))
  }
  expect(await listed(world, '/placements', at)).toEqual(before)
  expect(before.map(({ application: name, state }) => [name, state])).toEqual([
    ['app1', 'degraded'],
    ['app2', 'healthy'],
    ['app3', 'healthy'],
  ])
})
