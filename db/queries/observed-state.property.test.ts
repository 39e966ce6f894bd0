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
import { freshnessOf, REPORT_INTERVAL_S, staleAfterS } from '#lib/domain/observed/freshness.ts'
import { shownState as shownStateOf } from '#lib/domain/observed/shown.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { shownState } from './observed-state.ts'

const db = testDatabase()
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 50)

const now = new Date('2026-11-22T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)

const stale = staleAfterS(REPORT_INTERVAL_S)
const instant = constantFrom(-60, -0.001, 0, 0.001, 60).map(secondsAgo)
const state = constantFrom(...STATES)
const change = integer({ min: 1, max: 4 })
const pairs = array(
  record({
    seenAt: option(constantFrom(0, stale - 1, stale, stale + 0.001, 1e6).map(secondsAgo)),
    pulled: option(change),
    stored: option(
      record({
        state,
        later: option(record({ state, at: instant })),
        unwantedSince: option(constant(secondsAgo(60))),
      }),
    ),
    placed: option(record({ began: change, source: change })),
  }).filter(({ stored, placed }) => stored !== null || placed !== null),
  { minLength: 1, maxLength: 50 },
)

it('the state that is asked of the database is the one that is computed', async () => {
  const { tenant } = await createTestTenant(db)
  await assert(
    asyncProperty(pairs, async (each) => {
      const expected = each.map(({ seenAt, pulled, stored, placed }) => {
        const freshness = freshnessOf(seenAt, REPORT_INTERVAL_S, now)
        const wanted = placed && {
          began: placed.began,
          wanted: Math.max(placed.began, placed.source),
        }
        return shownStateOf(freshness, stored, wanted, seenAt && pulled, now)
      })
      const told = each.map(({ seenAt, pulled, stored, placed }, index) => ({
        index,
        seen_at: seenAt,
        pulled_change: pulled,
        state: stored?.state,
        later_state: stored?.later?.state,
        later_at: stored?.later?.at,
        unwanted_since: stored?.unwantedSince,
        began: placed?.began,
        source_began: placed?.source ?? 1,
      }))
      const rows = await inTenant(db, tenant, (tx) =>
        tx.execute<{ state: string }>(sql`
          select ${shownState(now)} as state
          from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as k (index int,
            seen_at timestamptz, pulled_change bigint, state text, later_state text,
            later_at timestamptz, unwanted_since timestamptz, began bigint, source_began bigint)
          cross join lateral (select k.began) p
          cross join lateral (select k.state, k.later_state, k.later_at, k.unwanted_since) o
          left join lateral (select k.seen_at, k.pulled_change) c on k.seen_at is not null
          cross join lateral (select k.source_began) r
          order by index`),
      )
      expect(rows.map((row) => row.state)).toEqual(expected)
    }),
    { numRuns },
  )
})
