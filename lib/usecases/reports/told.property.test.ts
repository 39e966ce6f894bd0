// Of a report that says little new only that little is looked up. What is known then is what would be known if all of it were.
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  record,
  uniqueArray,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { ReceivedReport, ReportedItem } from '#lib/domain/observed/reported.ts'
import { LastReports } from './last-reports.ts'
import { createReporting } from './testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt, syncOf } from './testing/reports.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 8)
const NAMES = Array.from({ length: 9 }, (_, index) => `app${index + 1}`)
const MINUTES = 3

/** What becomes of some applications until the next report. */
type Step = {
  readonly of: readonly number[]
  readonly becomes: 'degraded' | 'healthy' | 'synced' | 'gone' | 'uncompared' | 'another’s'
  readonly besides: 'nothing' | 'root' | 'foreign' | 'order' | 'replaced' | 'part'
  /** Minutes since it was looked at last; negative: it comes late. */
  readonly after: number
}

const step = record({
  of: uniqueArray(integer({ min: 0, max: NAMES.length - 2 }), { maxLength: 2 }),
  becomes: constantFrom<Step['becomes']>(
    ...(['degraded', 'degraded', 'healthy', 'healthy', 'synced', 'gone'] as const),
    ...(['uncompared', 'another’s'] as const),
  ),
  besides: constantFrom<Step['besides']>(
    ...(['nothing', 'nothing', 'nothing', 'root', 'foreign', 'order', 'replaced', 'part'] as const),
  ),
  after: constantFrom(MINUTES, MINUTES, MINUTES, 0.5, -1),
})

function becoming(item: ReportedItem, { becomes }: Step, at: number): ReportedItem {
  switch (becomes) {
    case 'degraded':
      return { ...item, health: 'Degraded' }
    case 'healthy':
      return itemOf(item.name.split('--')[1]!, { history: item.history })
    case 'synced':
      return { ...item, history: [...item.history, syncOf(at, minute(at))] }
    case 'uncompared':
      return { ...item, conditions: [{ type: 'ComparisonError', message: '' }] }
    case 'another’s':
      return { ...item, isTracked: false }
    case 'gone':
      return item
  }
}

/** The reports of a cluster that lives so, and the minutes in which they come. */
function reportsOf(steps: readonly Step[]): readonly (readonly [ReceivedReport, number])[] {
  let items = NAMES.slice(1).map((name) => itemOf(name, { history: [syncOf(0, minute(0))] }))
  let root = rootAt(commit('1'))
  let foreign = itemOf('other', { isTracked: false })
  let at = 1
  let received = 1
  const sent: (readonly [ReceivedReport, number])[] = [
    [reportAt(at, [root, ...items, foreign]), received],
  ]
  for (const each of steps) {
    const { of, becomes, besides, after } = each
    at += after
    received = Math.max(received + 0.5, at)
    items = items.flatMap((item, index) => {
      if (!of.includes(index)) return [item]
      return becomes === 'gone' ? [] : [becoming(item, each, at)]
    })
    if (besides === 'root') root = rootAt(commit(root.revision === commit('1') ? '2' : '1'))
    if (besides === 'foreign') foreign = { ...foreign, message: `${at}` }
    if (besides === 'order') items = items.toReversed()
    // In the place of an application is one that wasn't there.
    const hasNew = items.some(({ name }) => name === itemOf('app1').name)
    if (besides === 'replaced' && !hasNew) items = [itemOf('app1'), ...items.slice(1)]
    const isComplete = besides !== 'part'
    const all = isComplete ? [root, ...items, foreign] : items.slice(0, 2)
    sent.push([reportAt(at, all, { isComplete }), received])
  }
  return sent
}

it('what is known is the same, whether all of a report or only what is new of it is looked at', async () => {
  let looked = 0
  class Watched extends LastReports {
    override newsIn(...asked: Parameters<LastReports['newsIn']>) {
      const news = super.newsIn(...asked)
      if (news !== null && news.changed.length > 0 && news.changed.length <= 2) looked += 1
      return news
    }
  }
  await assert(
    asyncProperty(array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      const [all, few] = [await createReporting(NAMES.length), await createReporting(NAMES.length)]
      const worlds = [
        { world: all, services: { ...all.services, lastReports: new LastReports(0) } },
        { world: few, services: { ...few.services, lastReports: new Watched() } },
      ]
      for (const { world } of worlds) await world.publish(commit('1'))
      for (const [report, received] of reportsOf(steps)) {
        const known = []
        for (const { world, services } of worlds) {
          world.setClock(received)
          const { next_s: _, ...answer } = await world.sendBy(services, report)
          known.push({
            answer,
            observations: (await world.observations()).map(withoutTenant),
            turns: await world.turns(),
            syncs: await world.syncs(),
            report: withoutTenant((await world.report())!),
          })
        }
        expect(known[1]).toEqual(known[0])
      }
    }),
    { numRuns },
  )
  expect(looked).toBeGreaterThan(0)
})

function withoutTenant(row: Record<string, unknown>) {
  return { ...row, tenant: null }
}
