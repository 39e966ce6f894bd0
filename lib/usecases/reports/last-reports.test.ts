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

function changed(last: LastReports, digests: ReturnType<typeof digestsOf>) {
  return last.newsIn(1, 'c1', digests)?.changed.map(({ name }) => name.split('--')[1])
}

describe('what a cluster said last', () => {
  const [before, after] = [digestsOf(), digestsOf(['app2'])]

  it('tells which items of its next report say something else', () => {
    const last = new LastReports()
    last.note(1, 'c1', before)
    expect(changed(last, after)).toEqual(['app2'])
    expect(changed(last, before)).toEqual([])
    expect(last.newsIn(1, 'c1', after)).toHaveProperty('before', before.whole)
  })

  it('tells nothing of another cluster’s report, or of one of another length', () => {
    const last = new LastReports()
    last.note(1, 'c1', before)
    expect(last.newsIn(1, 'c2', after)).toBeNull()
    expect(last.newsIn(2, 'c1', after)).toBeNull()
    expect(last.newsIn(1, 'c1', digestsOf([], NAMES.slice(1)))).toBeNull()
  })

  it('is forgotten when others say more than is remembered, those told longest ago first', () => {
    const last = new LastReports(2 * NAMES.length)
    for (const cluster of ['c1', 'c2', 'c1', 'c3']) last.note(1, cluster, before)
    const isKnown = (cluster: string) => last.newsIn(1, cluster, after) !== null
    expect(['c1', 'c2', 'c3'].map(isKnown)).toEqual([true, false, true])
  })
})
