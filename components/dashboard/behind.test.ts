import { expect, it } from 'vitest'
import { behind } from './behind.ts'

const t = '2026-11-22T14:00:00Z'
const until = '2026-11-22T15:00:00Z'
const at = 'at=2026-11-22T14%3A00%3A00Z'
const silent = `freshness=stale%2Cnone&silence=unplanned&${at}`
const failed = 'outcome=failed&begun=true'
const span = 'from=2026-11-22T14%3A00%3A00Z&to=2026-11-22T15%3A00%3A00Z'

it.each([
  // metric | by | team | key | name | the list
  ['states', null, null, null, 'failed', `/placements?state=failed&${at}`],
  [
    'states',
    null,
    null,
    null,
    null,
    `/placements?state=failed%2Cdegraded%2Cmissing%2Cdrifted%2Cbehind&${at}`,
  ],
  [
    'states',
    'environment',
    null,
    'prod',
    'drifted',
    `/placements?environment=prod&state=drifted&${at}`,
  ],
  [
    'states',
    'environment',
    null,
    null,
    'drifted',
    `/placements?clusterSelector=%21environment&state=drifted&${at}`,
  ],
  [
    'states',
    'label:region',
    'ieb',
    'east',
    'healthy',
    `/placements?namespace=ieb&clusterSelector=region%3Deast&state=healthy&${at}`,
  ],
  ['states', 'team', null, 'ieb', 'failed', `/placements?namespace=ieb&state=failed&${at}`],
  [
    'states',
    'application',
    null,
    'ieb/app1',
    'failed',
    `/placements?namespace=ieb&application=app1&state=failed&${at}`,
  ],
  ['states', 'cluster', null, 'c1', 'failed', `/placements?cluster=c1&state=failed&${at}`],
  ['drift', null, null, null, null, `/placements?state=drifted&${at}`],
  ['drift', null, null, null, 'unknown', `/placements?state=unknown&${at}`],
  ['silent_clusters', null, null, null, 'silent', `/clusters?${silent}`],
  [
    'silent_clusters',
    'environment',
    null,
    'prod',
    'silent',
    `/clusters?labelSelector=environment%3Dprod&${silent}`,
  ],
  [
    'silent_clusters',
    'label:region',
    null,
    null,
    'silent',
    `/clusters?labelSelector=%21region&${silent}`,
  ],
  ['silent_clusters', 'cluster', null, 'c1', 'silent', `/placements?cluster=c1&${silent}`],
  [
    'silent_clusters',
    'label:region',
    'ieb',
    'east',
    'silent',
    `/placements?namespace=ieb&clusterSelector=region%3Deast&${silent}`,
  ],
  ['placements', null, 'ieb', null, null, `/placements?namespace=ieb&${at}`],
  ['deployments', null, 'ieb', null, 'failed', `/history?namespace=ieb&${failed}&${span}`],
  ['deployments', 'cluster', null, 'c1', 'failed', `/history?cluster=c1&${failed}&${span}`],
  [
    'deployments',
    'label:region',
    'ieb',
    'east',
    'failed',
    `/history?namespace=ieb&clusterSelector=region%3Deast&${failed}&${span}`,
  ],
  ['deployments', null, null, null, null, `/history?begun=true&${span}`],
  ['save_to_commit', null, null, null, 'p95', `/history?begun=true&${span}`],
  ['sync_duration', 'environment', null, 'prod', 'p95', `/history?environment=prod&${span}`],
  ['changes', null, null, null, null, `/changes?${span}`],
] as const)(
  'behind %s by %s of %s, group %s, series %s is %s',
  (metric, by, team, key, name, list) => {
    expect(behind(metric, { by, team, environment: null }, { t, until, key, name })).toBe(list)
  },
)

it.each([
  ['states', 'ieb', `/placements?namespace=ieb&environment=prod&state=failed&${at}`],
  ['deployments', null, `/history?environment=prod&outcome=failed&begun=true&${span}`],
  [
    'silent_clusters',
    null,
    `/clusters?labelSelector=environment%3Dprod&freshness=stale%2Cnone&silence=unplanned&${at}`,
  ],
] as const)('behind %s of %s in one environment is what is there', (metric, team, list) => {
  const view = { by: null, team, environment: 'prod' }
  expect(behind(metric, view, { t, until, key: null, name: 'failed' })).toBe(list)
})
