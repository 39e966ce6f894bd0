import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import { applicationOf, PAIR_EFFECTS } from './impact.ts'
import { movedEnvironments, type MovedObject, movedObjects } from './moved-objects.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

it('counts each moved pair once for its application, its cluster and its team', () => {
  fc.assert(
    fc.property(model, actions, (before, actions) => {
      const { impact } = impactOn(builtAfresh(before), editsOf(before, actions))
      const pairs = impact.applications.flatMap((application) => {
        const name = applicationOf(application).team
        const team = (findByName(impact.after.teams, name) ??
          findByName(impact.before.teams, name))!
        return PAIR_EFFECTS.flatMap((effect) =>
          idsIn(application[effect]).map((cluster) => ({
            effect,
            ids: { application: application.id, cluster, team: team.id },
          })),
        )
      })
      const counted = (of: MovedObject) =>
        Object.fromEntries(
          PAIR_EFFECTS.map((effect) => [
            effect,
            pairs.filter((pair) => pair.effect === effect && pair.ids[of.kind] === of.id).length,
          ]),
        )
      const moved = movedObjects(impact)
      for (const object of moved) expect(object).toMatchObject(counted(object))
      for (const kind of ['application', 'cluster', 'team'] as const) {
        const ids = moved.filter((object) => object.kind === kind).map(({ id }) => id)
        expect(new Set(ids)).toEqual(new Set(pairs.map(({ ids }) => ids[kind])))
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { numRuns },
  )
})

it('is in the environments of the clusters on which it moves a pair, before and after', () => {
  fc.assert(
    fc.property(model, actions, (before, actions) => {
      const { impact } = impactOn(builtAfresh(before), editsOf(before, actions))
      const clusters = movedObjects(impact).filter(({ kind }) => kind === 'cluster')
      const environments = clusters.flatMap(({ id }) =>
        [impact.before, impact.after].flatMap(
          (fleet) => fleet.clusters.slots[id]?.environment ?? [],
        ),
      )
      expect(movedEnvironments(impact)).toEqual([...new Set(environments)].sort())
    }),
    { numRuns },
  )
})
