import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { DecisionEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import type { Application, Cluster, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, decided } from '#lib/domain/testing/fleets.ts'
import {
  emptyModel,
  type Model,
  modelWith,
  naivelyEligible,
  naivelyUsable,
} from '#lib/domain/testing/naive.ts'
import { naivePick } from '#lib/domain/testing/naive-pick.ts'
import { editsInto, withOtherId } from '#lib/domain/testing/other-ids.ts'
import { decisionEditsOf, type ScoreOf } from './decision-edits.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const noScore: ScoreOf = () => null

/** Of clusters by their names, so that it stays whatever the ids. */
const scoreIn =
  ({ objects }: Model, seed: number): ScoreOf =>
  (id, name) => {
    const score = (objects.cluster.get(id)!.name.length * 7 + name.length * seed) % 5
    return score === 0 ? null : score * 20 - 50
  }

/** As it can be stored: each decision is of candidates, and picks are made. */
const settled = (drawn: Model): Model =>
  modelWith(drawn, [...decisionEditsOf(builtAfresh(emptyModel()), builtAfresh(drawn), noScore)])

const start = model.map(settled)

const selects = (policy: TargetPolicy, application: Application) =>
  (policy.team === null || policy.team === application.team) &&
  selectorMatches(policy.appSelector, applicationLabels(application))

const clustersWhere = ({ objects }: Model, holds: (cluster: Cluster) => boolean) =>
  new Map([...objects.cluster].filter(([, cluster]) => holds(cluster)))

/** What is decided after an edit, by `policy application`; `raw`: the model with the edit alone. */
function naiveDecisions(before: Model, raw: Model, scoreOf: ScoreOf): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [id, policy] of raw.objects['target-policy']) {
    if (!needsDecision(policy)) continue
    for (const [applicationId, application] of raw.objects.application) {
      if (!selects(policy, application)) continue
      const place = `${id} ${applicationId}`
      const held = raw.decisions.get(place)
      const current = held ? idsIn(held.after) : naivelyPlacedBy(before, id, applicationId)
      const candidates = clustersWhere(
        raw,
        (cluster) =>
          naivelyEligible(policy, application, cluster) && naivelyUsable(raw, application, cluster),
      )
      if (policy.pick === null) {
        if (current)
          found.set(
            place,
            current.filter((each) => candidates.has(each)),
          )
        continue
      }
      const picked = naivePick({
        rule: policy.pick,
        application: `${application.team}/${application.name}`,
        candidates,
        current: current ?? [],
        scoreOf,
      })
      if (picked.length > 0) found.set(place, picked)
    }
  }
  return found
}

/** The clusters that a policy gave an application without a decision; null: it didn't. */
function naivelyPlacedBy(model: Model, id: number, applicationId: number): number[] | null {
  const policy = model.objects['target-policy'].get(id)
  const application = model.objects.application.get(applicationId)
  if (policy === undefined || application === undefined) return null
  if (policy.suspended || policy.effect === 'exclude' || needsDecision(policy)) return null
  if (!selects(policy, application)) return null
  return [
    ...clustersWhere(model, (cluster) => naivelyEligible(policy, application, cluster)).keys(),
  ]
}

const decisionsIn = ({ decisions }: Model) =>
  new Map([...decisions].map(([place, { after }]) => [place, idsIn(after)]))

it('decides what a look at each policy and application one by one decides', () => {
  let moved = 0
  fc.assert(
    fc.property(start, actions, fc.nat(9), (before, actions, seed) => {
      const edits = editsOf(before, actions)
      const raw = modelWith(before, edits)
      const scoreOf = scoreIn(raw, seed)
      const after = modelWith(before, decided(before, edits, scoreOf))
      expect(decisionsIn(after)).toEqual(naiveDecisions(before, raw, scoreOf))
      moved += after.decisions === before.decisions ? 0 : 1
    }),
    { numRuns: numRuns * 3 },
  )
  expect(moved).toBeGreaterThan(0)
})

it('has decided with the edit: nothing is left to decide, and no score moves anything by itself', () => {
  fc.assert(
    fc.property(start, actions, fc.nat(9), (before, actions, seed) => {
      const edits = editsOf(before, actions)
      const after = modelWith(before, decided(before, edits, noScore))
      const [was, is] = [builtAfresh(before), builtAfresh(after)]
      const scoreOf = scoreIn(after, seed)
      expect([...decisionEditsOf(was, is, scoreOf)]).toEqual([])
      expect([...decisionEditsOf(builtAfresh(emptyModel()), is, scoreOf)]).toEqual([])
    }),
    { numRuns },
  )
})

it('moves nothing for a cluster that is no candidate before and after', () => {
  let met = 0
  fc.assert(
    fc.property(start, fc.nat(200), fc.constantFrom('x', 'y'), (before, pick, tier) => {
      const clusters = [...before.objects.cluster]
      const [id, cluster] = clusters[pick % clusters.length] ?? []
      if (id === undefined) return
      const edits = [editTo(id, { ...cluster!, labels: new Map([['tier', tier]]) })]
      const after = modelWith(before, edits)
      const isCandidate = [before, after].some(({ objects, ...rest }) =>
        [...objects['target-policy'].values()].some((policy) =>
          [...objects.application.values()].some(
            (application) =>
              needsDecision(policy) &&
              naivelyEligible(policy, application, objects.cluster.get(id)!) &&
              naivelyUsable({ objects, ...rest }, application, objects.cluster.get(id)!),
          ),
        ),
      )
      if (isCandidate) return
      met++
      expect(decided(before, edits, noScore)).toEqual(edits)
    }),
    { numRuns: numRuns * 3 },
  )
  expect(met).toBeGreaterThan(0)
})

/** What a decision edit says, by names. */
function named({ objects }: Model, edits: readonly DecisionEdit[]): string[] {
  return edits
    .map(({ policy, application, after }) => {
      const { team, name } = objects.application.get(application)!
      const clusters = after && idsIn(after).map((id) => objects.cluster.get(id)!.name)
      const chosen = clusters?.sort().join() ?? 'nothing'
      return `${objects['target-policy'].get(policy)!.name} for ${team}/${name}: ${chosen}`
    })
    .sort()
}

it('decides the same whatever the ids, so that a save does what its preview said', () => {
  fc.assert(
    fc.property(start, actions, fc.nat(256), fc.nat(9), (before, actions, shift, seed) => {
      const edits = editsOf(before, actions)
      const others = modelWith(
        emptyModel(),
        editsInto(before).map((edit) => withOtherId(edit, shift)),
      )
      const otherEdits = edits.map((edit) => withOtherId(edit, shift))
      const decisionsOf = (model: Model, edits: Parameters<typeof decided>[1]) => {
        const raw = modelWith(model, edits)
        const all = decided(model, edits, scoreIn(raw, seed))
        const lasting = all.slice(edits.length).filter((edit) => edit.kind === 'decision')
        // What is deleted has no name any more.
        return named(
          raw,
          lasting.filter((edit) => isThere(raw, edit)),
        )
      }
      expect(decisionsOf(others, otherEdits)).toEqual(decisionsOf(before, edits))
    }),
    { numRuns },
  )
})

function isThere({ objects }: Model, { policy, application }: DecisionEdit): boolean {
  return objects['target-policy'].has(policy) && objects.application.has(application)
}

/** With policies that reach all clusters. */
const plain = (drawn: Model) => {
  const policies = [...drawn.objects['target-policy']].map(([id, policy]) =>
    editTo(id, { ...policy, scheduler: null, pick: null }),
  )
  const ended = [...drawn.decisions.values()].map((each) => ({ ...each, after: null }))
  return modelWith(drawn, [...policies, ...ended])
}

/** Notes which parts of a fleet are looked at. */
function noting(fleet: Fleet, read: Set<PropertyKey>): Fleet {
  const get = (of: Fleet, key: keyof Fleet) => {
    read.add(key)
    return of[key]
  }
  return new Proxy(fleet, { get: (of, key) => get(of, key as keyof Fleet) })
}

it('looks at no object and changes nothing where no policy needs decisions', () => {
  fc.assert(
    fc.property(model.map(plain), actions, (before, actions) => {
      const edits = editsOf(before, actions).flatMap((edit) => {
        if (edit.kind === 'decision') return []
        return edit.kind === 'target-policy' && edit.after !== null
          ? [editTo(edit.id, { ...edit.after, scheduler: null, pick: null })]
          : [edit]
      })
      const fleet = builtAfresh(before)
      const read = new Set<PropertyKey>()
      const after = noting(fleet.with(edits), read)
      expect([...decisionEditsOf(noting(fleet, read), after, noScore)]).toEqual([])
      expect(read).toEqual(new Set(['decisions', 'rules']))
      expect(fleet.with(edits).decisions).toBe(fleet.decisions)
    }),
    { numRuns },
  )
})
