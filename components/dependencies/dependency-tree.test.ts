import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import { type TreeNode, treeOf } from './dependency-tree.ts'

type Json = Pick<DependenciesJson, 'applications' | 'edges'>

function jsonOf(names: readonly string[], pairs: readonly (readonly [number, number])[]): Json {
  return {
    applications: names.map((name) => ({
      namespace: 'ieb',
      name,
      visible: true,
      size: 1,
      missing: false,
      clusters: 0,
      behind: 0,
    })),
    edges: pairs.map(([from, to]) => ({
      from,
      to,
      on: 'cluster',
      min_version: null,
      healthy: true,
    })),
  }
}

/** Its applications by name, those below an application in brackets. */
function textOf(nodes: readonly TreeNode[]): string {
  return nodes
    .map(({ application: { name }, children, isRepeated }) => {
      const below = children.length > 0 ? `(${textOf(children)})` : ''
      return `${name}${below}${isRepeated ? '*' : ''}`
    })
    .join(' ')
}

describe('the trees of dependencies', () => {
  it('lead from an application to what it needs, and back to what needs it', () => {
    const json = jsonOf(
      ['app', 'db', 'storage', 'shop', 'till'],
      [
        [0, 1],
        [1, 2],
        [3, 0],
        [4, 3],
      ],
    )
    expect(textOf(treeOf(json, 'needs'))).toBe('db(storage)')
    expect(textOf(treeOf(json, 'needed'))).toBe('shop(till)')
  })

  it('tell once what follows an application that several need', () => {
    const json = jsonOf(
      ['app', 'db', 'cache', 'storage', 'network'],
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
        [3, 4],
      ],
    )
    expect(textOf(treeOf(json, 'needs'))).toBe('db(storage(network)) cache(storage*)')
  })

  it('have each edge that leads on once, and end', () => {
    const graphs = fc
      .array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 30 })
      .map((pairs) => {
        const forward = pairs.filter(([from, to]) => from < to).map((pair) => pair.join(' '))
        const distinct = [...new Set(forward)].map((pair) => pair.split(' ').map(Number))
        return jsonOf(
          Array.from({ length: 10 }, (_, place) => `app${place}`),
          distinct.map(([from, to]) => [from!, to!] as const),
        )
      })
    fc.assert(
      fc.property(graphs, (json) => {
        const told = edgesOf(treeOf(json, 'needs'))
        expect(new Set(told).size).toBe(told.length)
        const reached = new Set([0, ...told.map(({ to }) => to)])
        expect(told.length).toBe(json.edges.filter(({ from }) => reached.has(from)).length)
      }),
    )
  })
})

function edgesOf(nodes: readonly TreeNode[]): Json['edges'] {
  return nodes.flatMap(({ edge, children }) => [edge, ...edgesOf(children)])
}
