import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  option,
  record,
} from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { freshForS, freshnessOf, staleAfterS } from '#lib/domain/observed/freshness.ts'
import { shownState as shownStateOf } from '#lib/domain/observed/shown.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { freshnessAt } from './cluster-freshness.ts'
import { shownState } from './observed-state.ts'

const db = testDatabase()
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 50)

const now = new Date('2026-11-22T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)

/** A cluster that reports so often, heard of about when it becomes late and stale. */
const seen = constantFrom(30, 60, 100, 3600).chain((intervalS) =>
  constantFrom(
    ...[freshForS(intervalS), staleAfterS(intervalS)].flatMap((age) => [age - 1, age, age + 0.001]),
    0,
    1e6,
  ).map((ageS) => ({ at: secondsAgo(ageS), intervalS })),
)
const instant = constantFrom(-60, -0.001, 0, 0.001, 60).map(secondsAgo)
const state = constantFrom(...STATES)
const change = integer({ min: 1, max: 4 })
const pairs = array(
  record({
    seen: option(seen),
    pulled: option(change),
    stored: option(
      record({
        state,
        later: option(record({ state, at: instant })),
        unwantedSince: option(constant(secondsAgo(60))),
      }),
    ),
    placed: option(record({ began: change, source: option(change) })),
  }).filter(({ stored, placed }) => stored !== null || placed !== null),
  { minLength: 1, maxLength: 50 },
)

it('the state and the freshness that are asked of the database are those that are computed', async () => {
  const { tenant } = await createTestTenant(db)
  await assert(
    asyncProperty(pairs, async (each) => {
      const expected = each.map(({ seen, pulled, stored, placed }) => {
        const freshness = freshnessOf(seen, now)
        const wanted = placed && {
          began: placed.began,
          wanted: placed.source && Math.max(placed.began, placed.source),
        }
        const state = shownStateOf(freshness, stored, wanted, seen && pulled, now)
        return { state, freshness }
      })
      const told = each.map(({ seen, pulled, stored, placed }, index) => ({
        index,
        seen_at: seen?.at,
        interval_s: seen?.intervalS,
        pulled_change: pulled,
        state: stored?.state,
        later_state: stored?.later?.state,
        later_at: stored?.later?.at,
        unwanted_since: stored?.unwantedSince,
        began: placed?.began,
        source_began: placed ? placed.source : 1,
      }))
      const rows = await inTenant(db, tenant, (tx) =>
        tx.execute<{ state: string; freshness: string }>(sql`
          select ${shownState(now)} as state, ${freshnessAt(now)} as freshness
          from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as k (index int,
            seen_at timestamptz, interval_s int, pulled_change bigint, state text, later_state text,
            later_at timestamptz, unwanted_since timestamptz, began bigint, source_began bigint)
          cross join lateral (select k.began) p
          cross join lateral (select k.state, k.later_state, k.later_at, k.unwanted_since) o
          left join lateral (select k.seen_at, k.interval_s, k.pulled_change) c on k.seen_at is not null
          cross join lateral (select k.source_began, k.began as manifest_began) r
          order by index`),
      )
      expect([...rows]).toEqual(expected)
    }),
    { numRuns },
  )
})
