import { describe, expect, it } from 'vitest'
import { fleetNeeding, type Needing } from '#lib/domain/testing/needing.ts'
import { aDependency } from '#lib/domain/testing/objects.ts'
import { APPLICATIONS_MAX, dependenciesAround } from './around.ts'
import type { Sees } from './blocked.ts'

const EVERYTHING: Sees = () => true
const ours: Sees = (team) => team === 'ieb'
const need = (application: string, namespace = 'ieb') => aDependency({ application, namespace })

/** The names of what is around the first application, and who needs whom. */
function around(applications: readonly Needing[], sees = EVERYTHING) {
  const fleet = fleetNeeding([], applications)
  const { nodes, edges, more } = dependenciesAround(fleet, 0, sees)
  const names = nodes.map((node) => {
    if (node.as === 'hidden') return `${node.size} hidden`
    return node.as === 'missing' ? `no ${node.application}` : applications[node.id]!.name
  })
  return {
    names,
    edges: edges.map(({ from, to, dependency }) =>
      [names[from], names[to], ...(dependency === null ? ['?'] : [])].join(' '),
    ),
    more,
  }
}

describe('what is around an application', () => {
  it('is what it needs and what needs it, directly and through others, and not what these need besides', () => {
    const all: readonly Needing[] = [
      { name: 'app', dependsOn: [need('db'), need('storage')] },
      { name: 'db', dependsOn: [need('storage')] },
      { name: 'storage' },
      { name: 'page', dependsOn: [need('app'), need('other')] },
      { name: 'site', dependsOn: [need('page'), need('db')] },
      { name: 'other' },
    ]
    expect(around(all)).toEqual({
      names: ['app', 'db', 'storage', 'page', 'site'],
      edges: ['app db', 'app storage', 'db storage', 'page app', 'site page', 'site db'],
      more: false,
    })
  })

  it('is only itself, if nobody needs anybody', () => {
    expect(around([{ name: 'app' }, { name: 'db' }])).toEqual({
      names: ['app'],
      edges: [],
      more: false,
    })
  })

  it('has what is needed and is no more, once', () => {
    const dependsOn = [need('db'), aDependency({ application: 'db', environment: 'qa' })]
    expect(around([{ name: 'app', dependsOn }])).toEqual({
      names: ['app', 'no db'],
      edges: ['app no db', 'app no db'],
      more: false,
    })
  })

  it('tells how many may not be seen, and nothing of what lies behind them', () => {
    const all: readonly Needing[] = [
      { name: 'app', dependsOn: [need('db', 'ops'), need('gone', 'ops')] },
      { name: 'db', team: 'ops', dependsOn: [need('ours')] },
      { name: 'ours' },
      { name: 'page', team: 'ops', dependsOn: [need('app')] },
      { name: 'site', team: 'web', dependsOn: [need('app')] },
    ]
    expect(around(all, ours)).toEqual({
      names: ['app', '2 hidden', '2 hidden'],
      edges: ['app 2 hidden ?', '2 hidden app ?'],
      more: false,
    })
  })

  it('is cut, the nearest first, and says so', () => {
    const many = Array.from({ length: APPLICATIONS_MAX }, (_, nth) => ({
      name: `a${nth}`,
      dependsOn: [need('app')],
    }))
    const cut = around([{ name: 'app' }, ...many])
    expect(cut.names).toHaveLength(APPLICATIONS_MAX)
    expect(cut.edges).toHaveLength(APPLICATIONS_MAX - 1)
    expect(cut.more).toBe(true)
    expect(around([{ name: 'app' }, ...many.slice(1)]).more).toBe(false)
  })
})
