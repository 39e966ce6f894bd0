// Reports come late, twice and in any order, by a clock that is wrong. What is known then is what a model says that only keeps
// the newest word about each application.
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  record,
  shuffledSubarray,
  uniqueArray,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { ReceivedReport, ReportedItem } from '#lib/domain/observed/reported.ts'
import { itemDigest } from './digest.ts'
import { createReporting } from './testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt, syncOf } from './testing/reports.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 25)

const NAMES = ['app1', 'app2']
/** It syncs seldom, so that many reports say the same, and remembers so many syncs. */
const SYNC_MINUTES = 60
const REMEMBERED = 2
const CLOCK_MINUTES = 60

type Look = {
  readonly at: number
  readonly isComplete: boolean
  readonly names: readonly string[]
  readonly health: ReportedItem['health']
}

const look = record({
  at: integer({ min: 0, max: 240 }),
  isComplete: boolean(),
  names: shuffledSubarray(NAMES, { minLength: 1 }),
  health: constantFrom<ReportedItem['health']>('Healthy', 'Healthy', 'Degraded'),
})
const looks = uniqueArray(look, { minLength: 1, maxLength: 7, selector: ({ at }) => at })

/** What a cluster sees, by a clock that is `ahead` by so many minutes. */
function seen(name: string, { at, health }: Look, ahead: number): ReportedItem {
  const syncs = Math.floor(at / SYNC_MINUTES)
  const history = Array.from({ length: Math.min(REMEMBERED, syncs) }, (_, index) => {
    const id = Math.max(0, syncs - REMEMBERED) + index
    return syncOf(id, minute(id * SYNC_MINUTES + ahead))
  })
  return itemOf(name, { health, history })
}

function reportOf(each: Look, ahead: number, hasSequence: boolean): ReceivedReport {
  const items = each.names.map((name) => seen(name, each, ahead))
  const { at, isComplete } = each
  return reportAt(at + ahead, [...(isComplete ? [rootAt(commit('1'))] : []), ...items], {
    isComplete,
    sequence: hasSequence ? at : null,
  })
}

/** The digest of the newest word about each application; null: that it isn't there. */
function expected(all: readonly Look[], ahead: number): Record<string, string | null> {
  const ordered = all.toSorted((a, b) => a.at - b.at)
  const last = ordered.findLastIndex(({ isComplete }) => isComplete)
  const known: Record<string, string | null> = {}
  if (last >= 0) for (const name of NAMES) known[name] = null
  for (const each of ordered.slice(Math.max(0, last))) {
    for (const name of each.names) known[name] = itemDigest(seen(name, each, ahead))
  }
  return known
}

it('only the newest word about an application counts, in whatever order and however often words come', async () => {
  const deliveries = array(integer({ min: 0, max: 7 }), { maxLength: 8 })
  const clock = constantFrom(-CLOCK_MINUTES, 0, CLOCK_MINUTES)
  await assert(
    asyncProperty(looks, deliveries, clock, boolean(), async (all, again, ahead, hasSequence) => {
      const world = await createReporting(NAMES.length)
      await world.publish(commit('1'))
      const reports = all.map((each) => reportOf(each, ahead, hasSequence))
      // `looks` come in any order already; each comes once, and some again.
      const sent = [...reports, ...again.flatMap((index) => reports[index] ?? [])]
      let received = 241
      for (const report of sent) {
        world.setClock((received += 1))
        await world.send(report)
      }
      const rows = await world.observations()
      const known = rows.map((row) => [NAMES[Number(row['application_id']) - 1], row['digest']])
      expect(Object.fromEntries(known)).toEqual(expected(all, ahead))

      const told = all.flatMap((each) =>
        each.names.flatMap((name) =>
          seen(name, each, ahead).history.map(({ deployedAt }) => `${name} ${+deployedAt}`),
        ),
      )
      const syncs = (await world.syncs()).map(
        ({ application, at }) => `${NAMES[Number(application) - 1]} ${Number(at)}`,
      )
      expect(syncs.toSorted()).toEqual([...new Set(told)].toSorted())
    }),
    { numRuns },
  )
})
