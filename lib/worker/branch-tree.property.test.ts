import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { decodeTree } from '#lib/domain/git/git-tree.ts'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { repositoryTree } from '#lib/domain/reconcilers/argocd/testing/render-cluster.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import { settings } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { modelWith } from '#lib/domain/testing/naive.ts'
import { heldPaths, newTree, type NewTree } from './branch-tree.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 50)
const BRANCHES = ['main', 'prod']

const branch = ({ environment }: Cluster) => (environment === 'prod' ? 'prod' : 'main')
const render = fileRenderer(settings, branch)

function placedOn(fleet: Fleet, cluster: number) {
  return fleet.applications.ordered
    .filter((id) => hasBit(placementsOf(fleet, id), cluster))
    .map((id) => ({
      application: fleet.applications.slots[id]!,
      delivered: deliveryOn(fleet, id, cluster)?.application ?? null,
    }))
}

function clustersOn(fleet: Fleet, name: string) {
  return fleet.clusters.ordered
    .map((id) => ({ id, cluster: typedIn(fleet, fleet.clusters.slots[id]!) }))
    .filter(({ cluster }) => branch(cluster) === name)
}

/** Computed by the simple renderer of whole trees; of what is unreleased only the file is missing, its team is there. */
function expectedOn(fleet: Fleet, name: string): ReadonlyMap<string, string> {
  const clusters = clustersOn(fleet, name).map(({ id, cluster }) => ({
    cluster,
    placed: placedOn(fleet, id),
  }))
  const teams = fleet.teams.ordered.map((id) => fleet.teams.slots[id]!)
  const tree = new Map(
    repositoryTree(
      clusters.map(({ cluster, placed }) => ({
        cluster,
        applications: placed.map(({ application, delivered }) => delivered ?? application),
      })),
      name,
      teams,
      settings,
    ),
  )
  for (const { cluster, placed } of clusters) {
    for (const { application, delivered } of placed) {
      const path = applicationPath(cluster.name, application.team, application.name)
      if (delivered === null) tree.delete(path)
    }
  }
  return tree
}

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
