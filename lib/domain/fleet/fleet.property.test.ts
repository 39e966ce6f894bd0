import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { refOf } from '#lib/domain/objects/objects.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { idsIn, isEmpty } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import {
  modelWith,
  naivePlacements,
  naivePolicies,
  naiveTarget,
  naiveTeam,
  naivelyPlaced,
} from '#lib/domain/testing/naive.ts'
import type { Model } from '#lib/domain/testing/naive.ts'
import type { ClusterGroups } from './cluster-groups.ts'
import { choicesOn } from './choices.ts'
import { explainPair } from './explanation.ts'
import { findObject } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { rulesSelecting } from './selecting.ts'
import type { Shelf } from './shelf.ts'
import { placementsOf, policyReach } from './targeting.ts'
import { targetsOf } from './targets.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })
const EDITS_IN_A_ROW = 20

function shelved({ slots, ordered }: Shelf<ModelObject>) {
  return ordered.map((id) => [id, slots[id]])
}

/** What a fleet contains, without empty slots. */
function contentsOf(fleet: Fleet) {
  const shelves = [fleet.teams, fleet.clusters, fleet.applications, fleet.policies].map(shelved)
  const rules = fleet.rules.flatMap((rule) =>
    rule ? [[rule.policy, idsIn(rule.applications), idsIn(rule.clusters)]] : [],
  )
  const boundaries = fleet.teams.ordered.map((id) => {
    const boundary = fleet.boundaries[id]
    return boundary && idsIn(boundary)
  })
  const placements = fleet.placements.flatMap((bits, id) =>
    bits === undefined || isEmpty(bits) ? [] : [[id, idsIn(bits)]],
  )
  const selecting = fleet.applications.ordered.map((id) =>
    rulesSelecting(fleet, id)
      .map(({ policy }) => policy.name)
      .sort(),
  )
  const targets = fleet.applications.ordered.map((id) =>
    [...targetsOf(fleet, id)].map(([target, clusters]) => [target, idsIn(clusters)]),
  )
  const releases = fleet.releases.flatMap((held) => held ?? [])
  const decisions = fleet.decisions.flatMap((byApplication, policy) =>
    [...(byApplication ?? [])]
      .map(([application, clusters]) => [policy, application, ...idsIn(clusters)])
      .sort(([, one], [, other]) => one! - other!),
  )
  return {
    targets,
    decisions,
    shelves,
    rules,
    selecting,
    boundaries,
    placements,
    releases,
    ...groupsOf(fleet),
  }
}

function groupsOf({ variants, clustersByEnvironment }: Fleet) {
  return { variants: membersOf(variants), environments: membersOf(clustersByEnvironment) }
}

function membersOf(groups: ClusterGroups) {
  return Object.fromEntries([...groups].map(([key, clusters]) => [key, idsIn(clusters)]))
}

const byNumber = (one: number, other: number) => one - other

function expectRight(fleet: Fleet, model: Model) {
  expect(contentsOf(fleet)).toEqual(contentsOf(builtAfresh(model)))
  const naive = naivePlacements(model)
  const placed = fleet.applications.ordered.map((id) => [id, idsIn(placementsOf(fleet, id))])
  expect(new Map(placed.map(([id, clusters]) => [id, clusters]))).toEqual(naive)
  const clusters = [...model.objects.cluster]
  const environments = Map.groupBy(clusters, ([, { environment }]) => environment)
  expect(groupsOf(fleet).environments).toEqual(
    Object.fromEntries(
      [...environments].map(([name, members]) => [name, members.map(([id]) => id).sort(byNumber)]),
    ),
  )
}

it('stays right through edits of all kinds: as if built afresh, and as the plain rules say', () => {
  fc.assert(
    fc.property(
      model,
      fc.array(actions, { minLength: EDITS_IN_A_ROW, maxLength: EDITS_IN_A_ROW }),
      (model, steps) => {
        let state = model
        let fleet = builtAfresh(model)
        expectRight(fleet, state)
        for (const step of steps) {
          const edits = editsOf(state, step)
          state = modelWith(state, edits)
          fleet = fleet.with(edits)
          expectRight(fleet, state)
        }
      },
    ),
    { numRuns: Math.ceil(numRuns / 2) },
  )
})

it('leaves the fleet that is edited as it was', () => {
  fc.assert(
    fc.property(model, actions, (model, actions) => {
      const fleet = builtAfresh(model)
      const before = JSON.stringify(contentsOf(fleet))
      fleet.with(editsOf(model, actions))
      expect(JSON.stringify(contentsOf(fleet))).toBe(before)
    }),
    { numRuns },
  )
})

it('comes out the same in whatever order the edits of one request stand', () => {
  const reordered = fc.tuple(model, fc.array(actions, { maxLength: 3 })).chain(([model, steps]) => {
    const edits = editsOf(model, steps.flat())
    const shuffled = fc.shuffledSubarray(edits, { minLength: edits.length })
    return fc.record({ model: fc.constant(model), edits: fc.constant(edits), shuffled })
  })
  fc.assert(
    fc.property(reordered, ({ model, edits, shuffled }) => {
      const fleet = builtAfresh(model)
      expect(contentsOf(fleet.with(shuffled))).toEqual(contentsOf(fleet.with(edits)))
    }),
    { numRuns },
  )
})

it('finds every object by its name, and none by another', () => {
  fc.assert(
    fc.property(model, (model) => {
      const fleet = builtAfresh(model)
      for (const byId of Object.values(model.objects)) {
        for (const [id, object] of byId) {
          expect(findObject(fleet, refOf(object))).toEqual({ id, object })
          expect(findObject(fleet, { ...refOf(object), name: `${object.name}-z` })).toBeNull()
        }
      }
    }),
    { numRuns },
  )
})

it('explains every pair as it is placed, with the policies that give and exclude it', () => {
  fc.assert(
    fc.property(model, (model) => {
      const fleet = builtAfresh(model)
      const policies = [...model.objects['target-policy'].values()]
      const reach = policyReach(fleet)
      for (const [id, application] of model.objects.application) {
        const team = naiveTeam(model, application)
        for (const [clusterId, cluster] of team === undefined ? [] : model.objects.cluster) {
          const choices = choicesOn(fleet, id, clusterId, () => null)
          const explanation = explainPair(application, cluster, team!, policies, choices)
          const placed = naivelyPlaced(model, application, cluster)
          expect(explanation.placed).toBe(placed)
          const target = placed ? naiveTarget(model, application, cluster) : null
          expect(explanation.target).toBe(target?.name)
          const giving = naivePolicies(model, 'include', application, cluster)
          const excluding = naivePolicies(model, 'exclude', application, cluster)
          expect([explanation.givenBy, explanation.excludedBy]).toEqual([giving, excluding])
          expect(reach.giving(id, clusterId)).toEqual(giving)
          expect(reach.excluding(id, clusterId)).toEqual(excluding)
        }
      }
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  )
})
