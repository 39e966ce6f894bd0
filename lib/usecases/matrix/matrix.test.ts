// What a window of the matrix says is what the list of placements says of the same pairs.
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy } from '#lib/http/testing/bodies.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import type { MatrixJson } from '#lib/schemas/matrix.ts'
import { createReporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'

type Call = TestApi['call']
type Listed = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly state: string
  readonly policies: readonly string[]
}

/** By the team of a row, its application if it isn't the team, and the same of a column. */
const textOf = (...names: readonly (string | null)[]) => names.map(String).join(' ')

const asText = (query: Readonly<Record<string, string | readonly string[]>>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, given]) =>
      [given].flat().map((value) => [name, value] as [string, string]),
    ),
  ).toString()

/** The cells of all windows, by their lines. */
async function cellsOf(
  call: Call,
  query: Readonly<Record<string, string | readonly string[]>>,
  { rowLimit, columnLimit, token }: { rowLimit: number; columnLimit: number; token?: string },
): Promise<Map<string, NonNullable<MatrixJson['cells'][number][number]>>> {
  const cells = new Map()
  const limits = { rowLimit: String(rowLimit), columnLimit: String(columnLimit) }
  const windowAt = async (rowFrom: number, columnFrom: number): Promise<MatrixJson> => {
    const from = { rowFrom: String(rowFrom), columnFrom: String(columnFrom) }
    const answer = await call(`/matrix?${asText({ ...query, ...limits, ...from })}`, {
      ...(token && { token }),
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  for (let rowFrom = 0, isEnd = false; !isEnd; rowFrom += rowLimit) {
    for (let columnFrom = 0, isRowEnd = false; !isRowEnd; columnFrom += columnLimit) {
      const { rows, columns, cells: window } = await windowAt(rowFrom, columnFrom)
      for (const [place, row] of rows.lines.entries()) {
        for (const [columnPlace, column] of columns.lines.entries()) {
          const cell = window[place]![columnPlace]
          const team = rows.groups[row.group]!.key
          const group = columns.groups[column.group]!.key
          if (cell) cells.set(textOf(team, row.name, group, column.name), cell)
        }
      }
      isRowEnd = columns.lines.length < columnLimit
      isEnd = rows.lines.length < rowLimit
    }
  }
  return cells
}

/** The same by adding up what the lists say. */
function naive(listed: readonly Listed[], regionOf: (cluster: string) => string | null) {
  const cells = new Map<string, unknown>()
  const counts = new Map<string, Record<string, number>>()
  for (const { namespace, application, cluster, state } of listed) {
    const region = regionOf(cluster)
    cells.set(textOf(namespace, application, region, cluster), state)
    for (const [row, column] of [
      [null, null],
      [application, null],
      [null, cluster],
    ] as const) {
      const key = textOf(namespace, row, region, column)
      const known = counts.get(key) ?? {}
      counts.set(key, { ...known, [state]: (known[state] ?? 0) + 1 })
    }
  }
  return { cells, counts }
}

const uncounted = (axis: MatrixJson['rows']) => ({
  ...axis,
  lines: axis.lines.map((line) => ({ ...line, counts: null })),
})

async function listAll(call: Call, query: string, token?: string): Promise<Listed[]> {
  const items: Listed[] = []
  for (const placed of ['true', 'false']) {
    const path = `/placements?${query}&placed=${placed}&state=${STATES.join(',')}&limit=1000`
    const { status, json, text } = await call(path, { ...(token && { token }) })
    expect(status, text).toBe(200)
    items.push(...json.items)
  }
  return items
}

const APPLICATIONS = ['blue/a1', 'blue/a2', 'blue/a3', 'green/b1', 'green/b2', 'red/c1']
const REGIONS = ['east', 'west', null]
const CLUSTERS = Array.from({ length: 9 }, (_, index) => ({
  name: `c${index}`,
  region: REGIONS[index % 3] ?? null,
}))
const regionOf = (name: string) => CLUSTERS.find((each) => each.name === name)!.region

describe('the matrix', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    const body = [
      ...['blue', 'green', 'red'].map((name) => documentOf('team', { name })),
      ...APPLICATIONS.map((text) => {
        const [namespace, name] = text.split('/')
        const metadata = { part: name!.endsWith('1') ? 'one' : 'other' }
        return documentOf('application', { ...application, namespace, name, metadata })
      }),
      ...CLUSTERS.map(({ name, region }) =>
        documentOf('cluster', {
          ...cluster,
          name,
          shortName: name,
          metadata: region ? { region } : {},
        }),
      ),
      documentOf('target-policy', {
        ...policy,
        name: 'ones',
        app_selector: 'part=one',
        cluster_selector: '*',
      }),
      documentOf('target-policy', {
        ...policy,
        name: 'east',
        app_selector: '*',
        cluster_selector: 'region=east',
      }),
    ]
    const answer = await api.call('/apply?confirmChanges=1000', { body })
    expect(answer.status, answer.text).toBe(200)
  })

  const queries: readonly Readonly<Record<string, string | readonly string[]>>[] = [
    {},
    { closedRows: ['namespace=blue', 'namespace=red'] },
    { closedColumns: ['region=east', '!region'], closedRows: 'namespace=green' },
    { appSelector: 'part=one', clusterSelector: 'region=east' },
    { namespace: 'green', clusterSelector: '!region' },
    { environment: 'nowhere' },
  ]
  const windows = [
    { rowLimit: 100, columnLimit: 200 },
    { rowLimit: 2, columnLimit: 3 },
  ]
  it.each(queries.flatMap((query) => windows.map((window) => [query, window] as const)))(
    'says of each pair and each group what lists say of it: %j, %j',
    async (query, window) => {
      const cells = await cellsOf(api.call, { columnsBy: 'label:region', ...query }, window)
      const { closedRows = [], closedColumns = [], ...filter } = query
      const listed = await listAll(api.call, asText(filter))
      const wanted = naive(listed, regionOf)
      const isClosed = (selector: string) => [closedRows, closedColumns].flat().includes(selector)
      const shown = (key: string) => {
        const [team, application, region, name] = key.split(' ')
        const column = region === 'null' ? '!region' : `region=${region}`
        return !(
          (application !== 'null' && isClosed(`namespace=${team}`)) ||
          (name !== 'null' && isClosed(column))
        )
      }
      const pairs = [...cells].flatMap(([key, { pair }]) =>
        pair ? [[key, pair.state] as const] : [],
      )
      const counts = [...cells].flatMap(([key, cell]) =>
        cell.counts ? [[key, cell.counts.states] as const] : [],
      )
      expect(new Map(pairs)).toEqual(new Map([...wanted.cells].filter(([key]) => shown(key))))
      expect(new Map(counts)).toEqual(new Map([...wanted.counts].filter(([key]) => shown(key))))
    },
  )

  it('counts each group over the whole other axis, whatever window shows it', async () => {
    const { json } = await api.call('/matrix?columnsBy=label:region&rowLimit=1&columnLimit=1')
    const [blue] = json.rows.lines
    const [east] = json.columns.lines
    expect(blue).toEqual({ group: 0, name: null, counts: { placed: 15, states: { unknown: 15 } } })
    expect(east).toEqual({ group: 0, name: null, counts: { placed: 18, states: { unknown: 18 } } })
    expect(
      json.rows.groups.map(({ key, size }: { key: string; size: number }) => [key, size]),
    ).toEqual([
      ['blue', 3],
      ['green', 2],
      ['red', 1],
    ])
  })

  it('leaves out the counts of lines, and nothing else, where that is asked', async () => {
    const window = '/matrix?columnsBy=label:region&closedRows=namespace%3Dgreen&rowFrom=2'
    const whole: MatrixJson = (await api.call(window)).json
    const omitting: MatrixJson = (await api.call(`${window}&omitLineCounts=true`)).json
    expect(whole.rows.lines.filter(({ counts }) => counts !== null)).toHaveLength(2)
    const { rows, columns, cells } = whole
    expect(omitting).toEqual({ rows: uncounted(rows), columns: uncounted(columns), cells })
  })

  it('says which policies give each pair', async () => {
    const cells = await cellsOf(
      api.call,
      { colour: 'policy', columnsBy: 'label:region' },
      windows[0]!,
    )
    const listed = await listAll(api.call, '')
    for (const { namespace, application, cluster, policies } of listed) {
      const cell = cells.get(textOf(namespace, application, regionOf(cluster), cluster))
      expect(cell?.pair?.policies).toEqual(policies)
    }
  })

  it('has only the rows of the teams whose applications a reader may see', async () => {
    const token = await api.token('reader', { team: 'green' })
    const cells = await cellsOf(api.call, { columnsBy: 'label:region' }, { ...windows[0]!, token })
    const own = naive(await listAll(api.call, '', token), regionOf)
    expect([...cells.keys()].sort()).toEqual([...own.cells.keys(), ...own.counts.keys()].sort())
    expect([...cells.keys()].every((key) => key.startsWith('green '))).toBe(true)
  })

  it('refuses to group by what nearly every cluster has for itself', async () => {
    const clusters = Array.from({ length: 501 }, (_, index) =>
      documentOf('cluster', { name: `d${index}`, environment: 'many' }),
    )
    const applied = await api.call('/apply?confirmChanges=10000', { body: clusters })
    expect(applied.status, applied.text).toBe(200)
    const { status, json } = await api.call(
      '/matrix?columnsBy=label:name&clusterSelector=environment=many',
    )
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ code: 'param_columns_by' }])
  })
})

describe('the matrix of the past', () => {
  it('says what the list says of that time, and of what was known then', async () => {
    const world = await createReporting(2)
    await world.publish(commit('1'))
    const say = async (at: number, health: 'Healthy' | 'Degraded') => {
      world.setClock(at)
      await world.send(
        reportAt(at, [rootAt(commit('1')), itemOf('app1', { health }), itemOf('app2')]),
      )
    }
    const owner = await connect(inject('ownerUrl'))
    await owner.client`update changes set at = at - interval '1 day' where tenant = ${world.api.tenant.id}`
    await owner.close()
    await say(0, 'Healthy')
    await say(5, 'Degraded')
    await say(10, 'Healthy')
    const { call } = world.api
    for (const [minutes, state] of [
      [1, 'healthy'],
      [6, 'degraded'],
      [11, 'healthy'],
    ] as const) {
      const at = minute(minutes).toISOString()
      const cells = await cellsOf(call, { at }, { rowLimit: 40, columnLimit: 60 })
      const { json } = await call(`/placements?at=${at}`)
      const { namespace, cluster, ...first } = json.items[0]
      expect(first.state).toBe(state)
      const row = (name: string | null, column: string | null) =>
        cells.get(textOf(namespace, name, 'non-prod', column))
      expect(row('app1', cluster)).toEqual({ pair: { placed: true, state } })
      const states = state === 'healthy' ? { healthy: 2 } : { healthy: 1, degraded: 1 }
      expect(row(null, null)).toEqual({ counts: { placed: 2, states } })
      expect(row('app1', null)).toEqual({ counts: { placed: 1, states: { [state]: 1 } } })
    }
  })

  it('shows nothing of a deleted team to the new one of its name', async () => {
    const api = await createTestApi()
    const save = async (method: string, path: string, body?: unknown) => {
      const options = { method, headers: { 'If-Match': '*' }, ...(body !== undefined && { body }) }
      const answer = await api.call(path, options)
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    await save('POST', '/teams', { name: 'ieb' })
    await save('POST', '/applications', application)
    const then = new Date().toISOString()
    await save('DELETE', '/applications/ieb/app1')
    await save('DELETE', '/teams/ieb')
    await save('POST', '/teams?freeName=true', { name: 'ieb' })
    const keysSeen = async (token?: string) => {
      const { json } = await api.call(`/matrix?at=${then}`, { ...(token && { token }) })
      return json.rows.groups.map(({ key }: { key: string }) => key)
    }
    expect(await keysSeen()).toEqual(['ieb'])
    expect(await keysSeen(await api.token('reader', { team: 'ieb' }))).toEqual([])
  })
})
