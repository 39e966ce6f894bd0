import { it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { aConfig, aSchema } from '#lib/domain/testing/told-fleet.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { impactOf } from './impact.ts'
import { configFaults } from './config-faults.ts'
import { configWarnings } from './config-warnings.ts'
it('x', () => {
  const eq = (key: string, v: string) => where({ key, operator: '=', values: [v] } as any)
  const fleet = emptyFleet().with([
    editTo(0, aTeam({})), editTo(0, aPolicy({})),
    ...Array.from({ length: 40 }, (_, id) => editTo(id, anApplication({ name: `a${id}`, labels: new Map([['n', `a${id}`]]) }))),
    ...Array.from({ length: 10_000 }, (_, id) => editTo(id, aCluster({ name: `c${id}`, labels: new Map([['region', `r${id % 4}`], ['ring', `q${id % 3}`], ['zone', 'z']]) }))),
    ...Array.from({ length: 100 }, (_, id) => editTo(id, aSchema({ name: `s${id}`, schema: { properties: { [`k${id}`]: { type: 'object', properties: { a: { type: 'number', default: 1 } } } } } }))),
    editTo(100, aSchema({ name: 'plat', schema: { properties: { plat: { type: 'string' } } } })),
    ...Array.from({ length: 1000 }, (_, id) => editTo(id, aConfig({ name: `f${id}`, priority: 100 + (id % 10), appSelector: eq('n', `a${id % 40}`), clusterSelector: eq('region', `r${id % 4}`), values: { [`k${id % 100}`]: { [`v${id}`]: id, w: Math.floor(id / 100) === 0 ? 1 : 1 } } }))),
    editTo(1000, aConfig({ name: 'plat', values: { plat: 'a' } })),
    editTo(1001, aConfig({ name: 'plat2', priority: 200, clusterSelector: eq('ring', 'q0'), values: { plat: 'a' } })),
  ])
  const run = (what: string, edits: any[]) => {
    for (let i = 0; i < 3; i++) {
      const after = fleet.with(edits)
      const t = performance.now()
      const impact = impactOf(fleet, after, edits, toyRenderer)
      const t1 = performance.now()
      const faults = configFaults(impact, toyRenderer)
      const t2 = performance.now()
      console.log(what, 'impact', Math.round(t1 - t), 'faults', Math.round(t2 - t1), 'found', faults.total, 'changed', impact.counts.placements.changed)
    }
  }
  run('platform default', [editTo(1000, aConfig({ name: 'plat', values: { plat: 'b' } }))])
  run('invalid default', [editTo(1000, aConfig({ name: 'plat', values: { plat: 7 } }))])
  run('label', [editTo(5, aCluster({ name: 'c5', labels: new Map([['region', 'r2'], ['ring', 'q1'], ['zone', 'y']]) }))])
  run('a policy for nothing', [editTo(1, aPolicy({ name: 'x', suspended: true }))])
  run('cluster.name on one app', [editTo(1002, aConfig({ name: 'names', priority: 400, appSelector: eq('n', 'a1'), values: { plat: '${{ cluster.name }}' } }))])
  const fresh = aConfig({ name: 'new', priority: 105, appSelector: eq('n', 'a5'), values: { k5: { v5: 9 }, k6: 1 } })
  for (let i = 0; i < 3; i++) {
    const after = fleet.with([editTo(1003, fresh)])
    const t = performance.now()
    const w = configWarnings(after, 1003)
    console.log('check of a new config', performance.now() - t, w.map(({ code }) => code))
  }
  // hostile: all at one key and priority, everywhere
  const wide = (id: number) => aConfig({ name: `h${id}`, values: { k: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${id}-${n}`, n])) } })
  const hostile = emptyFleet().with([editTo(0, aTeam({})), editTo(0, anApplication({})), editTo(0, aCluster({})), ...Array.from({ length: 1000 }, (_, id) => editTo(id, wide(id)))])
  const t = performance.now(); configWarnings(hostile, 5); console.log('hostile', performance.now() - t)
}, 600000)
