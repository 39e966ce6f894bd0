import { describe, expect, it } from 'vitest'
import { reportDigests } from './digest.ts'
import { LastReports } from './last-reports.ts'
import { itemOf, reportAt } from './testing/reports.ts'

const NAMES = ['app1', 'app2', 'app3']
const digestsOf = (degraded: readonly string[] = [], names = NAMES) =>
  reportDigests(
    reportAt(
      0,
      names.map((name) =>
        itemOf(name, { health: degraded.includes(name) ? 'Degraded' : 'Healthy' }),
      ),
    ),
  )

function changed(last: LastReports, before: string, digests: ReturnType<typeof digestsOf>) {
  const found = last.changedSince(before, 1, 1, digests)
  return found && found.map(({ name }) => name.split('--')[1])
}

describe('what a cluster said last', () => {
  const [before, after] = [digestsOf(), digestsOf(['app2'])]

  it('tells which items of its next report say something else', () => {
    const last = new LastReports()
    last.note(1, 1, before)
    expect(changed(last, before.whole, after)).toEqual(['app2'])
    expect(changed(last, before.whole, before)).toEqual([])
  })

  it('tells nothing of a report that it wasn’t, of another cluster’s, or of one of another length', () => {
    const last = new LastReports()
    last.note(1, 1, before)
    expect(changed(last, after.whole, before)).toBeNull()
    expect(last.changedSince(before.whole, 1, 2, after)).toBeNull()
    expect(last.changedSince(before.whole, 2, 1, after)).toBeNull()
    expect(changed(last, before.whole, digestsOf([], NAMES.slice(1)))).toBeNull()
  })

  it('is forgotten when others say more than is remembered, those told longest ago first', () => {
    const last = new LastReports(2 * NAMES.length)
    for (const cluster of [1, 2, 1, 3]) last.note(1, cluster, before)
    const isKnown = (cluster: number) => last.changedSince(before.whole, 1, cluster, after) !== null
    expect([1, 2, 3].map(isKnown)).toEqual([true, false, true])
  })
})
