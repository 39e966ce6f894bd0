import { describe, expect, it } from 'vitest'
import { readClusterRows } from './cluster-rows.ts'

const before = {
  name: 'east',
  description: 'Edge',
  environment: 'prod',
  argocd_namespace: 'openshift-gitops',
  metadata: { region: 'east', gpu: 'true' },
}

function rowsOf(...table: readonly (readonly string[])[]) {
  const read = readClusterRows(table)
  if (!read.ok) throw new Error(read.issues[0]?.reason)
  return read.value
}

describe('a row', () => {
  const cases: readonly [what: string, columns: string[], cells: string[], after: object][] = [
    ['leaves what it has no column for', ['name'], ['east'], before],
    [
      'sets fields and labels one by one',
      ['name', 'environment', 'metadata.region', 'metadata.tier'],
      ['east', 'test', 'west', 'gold'],
      { ...before, environment: 'test', metadata: { region: 'west', gpu: 'true', tier: 'gold' } },
    ],
    [
      'takes away what an empty cell stands for',
      ['name', 'argocd_namespace', 'metadata.gpu', 'metadata.tier'],
      ['east', '', '', ''],
      { ...before, argocd_namespace: undefined, metadata: { region: 'east' } },
    ],
    [
      'has all labels in the cell of metadata, and one by one beside it',
      ['name', 'metadata', 'metadata.tier'],
      ['east', '{"zone":"a","tier":"tin"}', 'gold'],
      { ...before, metadata: { zone: 'a', tier: 'gold' } },
    ],
    [
      'takes no notice of what a list says beside what a cluster is',
      ['name', 'since', 'state', 'freshness', 'observed_at', 'planned_silence_until'],
      ['east', '2026-01-01', 'healthy', 'fresh', '', ''],
      before,
    ],
  ]
  it.each(cases)('%s', (_, columns, cells, after) => {
    const [row] = rowsOf(columns, cells)
    expect(row!.jsonAfter(before)).toEqual(JSON.parse(JSON.stringify(after)))
  })

  it('makes a cluster that there isn’t yet of its own cells', () => {
    const [row] = rowsOf(['name', 'environment', 'metadata.a', 'metadata.b'], ['c', '', '1', ''])
    expect(row!.jsonAfter(null)).toEqual({ name: 'c', metadata: { a: '1' } })
  })

  it('says where an issue is by its number in a spreadsheet and the column', () => {
    const [, second] = rowsOf(['name', 'metadata', 'metadata.a'], ['x', '', ''], ['y', '', '-'])
    expect(second!.locate(['metadata', 'a'])).toEqual([3, 'metadata.a'])
    expect(second!.locate(['metadata', 'b'])).toEqual([3, 'metadata'])
    expect(second!.locate(['environment'])).toEqual([3, 'environment'])
    expect(second!.locate([])).toEqual([3, 'name'])
  })
})

describe('a table is refused', () => {
  const cases: readonly [columns: string[], cells: string[], issues: [unknown[], string][]][] = [
    [['environment'], ['prod'], [[[1, 'name'], 'column_missing']]],
    [['name', 'region'], ['east', 'x'], [[[1, 'region'], 'column_unknown']]],
    [['name', 'metadata.'], ['east', 'x'], [[[1, 'metadata.'], 'column_unknown']]],
    [['name', 'name'], ['east', 'x'], [[[1, 'name'], 'column_repeated']]],
    [['name', 'metadata'], ['east', '["x"]'], [[[2, 'metadata'], 'cell_json']]],
    [['name', 'metadata'], ['east', '{'], [[[2, 'metadata'], 'cell_json']]],
    [[], [], [[[1, 'name'], 'column_missing']]],
  ]
  it.each(cases)('with the columns %j and the row %j', (columns, cells, issues) => {
    const read = readClusterRows([columns, cells])
    expect(read.ok ? [] : read.issues.map(({ path, code }) => [path, code])).toEqual(issues)
  })
})
