import { expect, it } from 'vitest'
import { configCodec } from './config.ts'
import { configIssues } from './config-issues.ts'

const plain = { name: 'c', app_selector: '*', cluster_selector: '*', values: { zone: 'a' } }

function issuesOf(sent: object) {
  const config = configCodec.decode(configCodec.input.parse({ ...plain, ...sent }))
  const issues = config.ok ? configIssues(config.value) : config.issues
  return issues.map(({ path, code }) => [path.join('/'), code])
}

const isShaped = (sent: object) => configCodec.input.safeParse({ ...plain, ...sent }).success

it.each([
  {},
  { priority: 0 },
  { priority: 1000 },
  { priority: 499, namespace: 'ieb' },
  { values: {} },
  { values: { A: 1, [`a${'-'.repeat(62)}`]: [], berthed: { berth: 1, 'a.b': {} } } },
  { suspended: true },
])('is answered as it was sent: %j', (sent) => {
  expect(issuesOf(sent)).toEqual([])
  const config = configCodec.decode(configCodec.input.parse({ ...plain, ...sent }))
  expect(config.ok && configCodec.encode(config.value)).toEqual({
    description: '',
    priority: 100,
    suspended: false,
    ...plain,
    ...sent,
  })
})

it.each([
  [{ priority: 1001 }, 'priority', 'count_range'],
  [{ priority: -1 }, 'priority', 'count_range'],
  [{ priority: 500, namespace: 'ieb' }, 'priority', 'count_range'],
  [{ values: { berth: 1 } }, 'values/berth', 'config_key'],
  [{ values: { '1a': 1 } }, 'values/1a', 'config_key'],
  [{ values: { '': 1 } }, 'values/', 'config_key'],
  [{ values: { 'a.b': 1 } }, 'values/a.b', 'config_key'],
  [{ values: { é: 1 } }, 'values/é', 'config_key'],
  [{ values: { ['a'.repeat(64)]: 1 } }, `values/${'a'.repeat(64)}`, 'config_key'],
  [{ values: { a: null } }, 'values/a', 'values_invalid'],
  [{ values: [] }, 'values', 'values_invalid'],
  [{ values: 'a: 1' }, 'values', 'values_invalid'],
  [{ values: null }, 'values', 'values_invalid'],
  [{ values: undefined }, 'values', 'values_invalid'],
  [{ values: JSON.parse('{"__proto__": {}}') }, 'values/__proto__', 'values_invalid'],
  [{ app_selector: {} }, 'app_selector', 'selector_empty'],
  [{ cluster_selector: '' }, 'cluster_selector', 'selector_empty'],
  [{ namespace: 'a--b' }, 'namespace', 'name_format'],
])('with %j is refused', (sent, path, code) => {
  expect(issuesOf(sent)).toContainEqual([path, code])
})

it.each([
  { priority: '100' },
  { priority: 1.5 },
  { priority: null },
  { suspended: 'yes' },
  { team: 'ieb' },
])('has no such shape: %j', (sent) => {
  expect(isShaped(sent)).toBe(false)
})
