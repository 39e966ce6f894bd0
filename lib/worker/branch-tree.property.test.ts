import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { decodeTree } from '#lib/domain/git/git-tree.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import { settings } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { modelWith } from '#lib/domain/testing/naive.ts'
import { heldPaths, newTree, type NewTree } from './branch-tree.ts'
import { expectedTree, placedOn } from './testing/expected-tree.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 50)
const BRANCHES = ['main', 'prod']

const branch = ({ environment }: Cluster) => (environment === 'prod' ? 'prod' : 'main')
const render = fileRenderer(settings, branch)

function clustersOn(fleet: Fleet, name: string) {
  return fleet.clusters.ordered
    .map((id) => ({ id, cluster: typedIn(fleet, fleet.clusters.slots[id]!) }))
    .filter(({ cluster }) => branch(cluster) === name)
}

const expectedOn = (fleet: Fleet, name: string) => expectedTree(fleet, name, branch, settings)

/** One branch in memory: its tree, and the folders that clusters left behind there. */
class Branch {
  readonly name: string
  readonly store = new Map<string, Uint8Array>()
  readonly held = new Map<string, HeldFolder>()
  tip: string | null = null

  constructor(name: string) {
    this.name = name
  }

  async make(before: Fleet, after: Fleet, edits: Parameters<Fleet['with']>[0], whole: boolean) {
    return newTree({
      tip: this.tip,
      readTree: async (id) => this.store.get(id) ?? null,
      branch: this.name,
      step: { before, after, edits },
      gone: this.released(after).flatMap(heldPaths),
      render,
      whole: whole ? { ...settings, generation: null } : null,
    })
  }

  keep({ id, objects }: NewTree, before: Fleet, after: Fleet) {
    for (const object of objects) this.store.set(object.id, object.body)
    this.tip = id
    for (const { cluster } of this.released(after)) this.held.delete(cluster)
    const now = new Map(after.clusters.ordered.map((id) => [nameOf(after, id), id]))
    for (const { id, cluster } of clustersOn(before, this.name)) {
      const there = now.get(cluster.name)
      if (there === undefined || branch(after.clusters.slots[there]!) === this.name) continue
      const applications = placedOn(before, id).map(({ application: { team, name } }) => ({
        team,
        name,
      }))
      this.held.set(cluster.name, { cluster: cluster.name, returned: false, applications })
    }
  }

  released(after: Fleet): HeldFolder[] {
    const living = new Map(after.clusters.ordered.map((id) => [nameOf(after, id), id]))
    return [...this.held.values()].flatMap((folder) => {
      const id = living.get(folder.cluster)
      if (id === undefined) return [folder]
      const returned = branch(after.clusters.slots[id]!) === this.name
      return returned ? [{ ...folder, returned }] : []
    })
  }

  files(): Map<string, string> {
    const files = new Map<string, string>()
    const walk = (tree: string, path: string) => {
      const entries = decodeTree(this.store.get(tree)!)
      if (!entries.ok) throw new Error('no tree')
      for (const { name, mode, id } of entries.value) {
        if (mode === '40000') walk(id, `${path}${name}/`)
        else files.set(`${path}${name}`, new TextDecoder().decode(this.store.get(id)))
      }
    }
    if (this.tip !== null) walk(this.tip, '')
    return files
  }
}

const nameOf = (fleet: Fleet, id: number) => fleet.clusters.slots[id]!.name

describe('the tree of a branch', () => {
  it('is the same from the edits as from the whole model, and is what the plain renderer says, edit after edit', async () => {
    const steps = fc.array(actions, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(model, steps, async (start, steps) => {
        const branches = BRANCHES.map((name) => new Branch(name))
        let state = start
        const first = builtAfresh(start)
        for (const each of branches) {
          each.keep(await each.make(first, first, [], true), first, first)
        }
        for (const drafted of steps) {
          const before = builtAfresh(state)
          const edits = editsOf(state, drafted)
          const after = before.with(edits)
          for (const each of branches) {
            const incremental = await each.make(before, after, edits, false)
            const whole = await each.make(before, after, edits, true)
            expect(incremental.id).toBe(whole.id)
            each.keep(incremental, before, after)
            const held = [...each.held.keys()].map((name) => `clusters/${name}/`)
            const living = [...each.files()].filter(
              ([path]) => !held.some((folder) => path.startsWith(folder)),
            )
            expect(new Map(living)).toEqual(expectedOn(after, each.name))
          }
          state = modelWith(state, edits)
        }
      }),
      { numRuns },
    )
  })

  it('built from scratch is the tree that grew, and writes nothing when it is there already', async () => {
    await fc.assert(
      fc.asyncProperty(model, async (start) => {
        const fleet = builtAfresh(start)
        const grown = new Branch('main')
        grown.keep(await grown.make(emptyFleet(), fleet, [], true), fleet, fleet)
        const again = await grown.make(fleet, fleet, [], true)
        expect(again).toMatchObject({ id: grown.tip, objects: [] })
        expect(grown.files()).toEqual(expectedOn(fleet, 'main'))
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })
})
