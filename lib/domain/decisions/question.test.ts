import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import {
  QUESTION_START,
  questionPage,
  type QuestionPage,
  type QuestionPosition,
} from './question.ts'

const EAST = where({ key: 'region', operator: '=', values: ['east'] })
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(1, aTeam({ name: 'narrow', clusterBoundary: EAST })),
  editTo(0, anApplication({ name: 'a' })),
  editTo(1, anApplication({ name: 'b' })),
  editTo(2, anApplication({ name: 'c', team: 'narrow' })),
  ...['east', 'east', 'west', 'west', 'west'].map((region, id) =>
    editTo(id, aCluster({ name: `c${id}`, labels: new Map([['region', region]]) })),
  ),
  editTo(0, aPolicy({ scheduler: 'packer' })),
  { kind: 'decision', policy: 0, application: 0, after: bitsOf([0, 1, 2, 3]) },
  // One of them is outside of the team's boundary.
  { kind: 'decision', policy: 0, application: 2, after: bitsOf([1, 2]) },
  { kind: 'decision', policy: 0, application: 1, after: bitsOf([]) },
])
const rule = fleet.rules[0]!

function pagesOf(namesMax: number): QuestionPage[] {
  const pages: QuestionPage[] = []
  let from: QuestionPosition | null = QUESTION_START
  while (from !== null) {
    const page: QuestionPage = questionPage(fleet, rule, from, namesMax)
    pages.push(page)
    from = page.next
    expect(pages.length).toBeLessThan(100)
  }
  return pages
}

const whole = {
  applications: [0, 1, 2],
  clusters: [0, 1, 2, 3, 4],
  candidates: ['2: 0,1'],
  current: ['0: 0,1,2,3', '1: ', '2: 1'],
}

function merged(pages: readonly QuestionPage[]) {
  const rows = (section: 'candidates' | 'current') => {
    const found = new Map<number, number[]>()
    for (const { application, clusters } of pages.flatMap((page) => page[section])) {
      found.set(application, [...(found.get(application) ?? []), ...clusters])
    }
    return [...found].map(([application, clusters]) => `${application}: ${clusters.join()}`)
  }
  return {
    applications: pages.flatMap(({ applications }) => applications),
    clusters: pages.flatMap(({ clusters }) => clusters),
    candidates: rows('candidates'),
    current: rows('current'),
  }
}

it('names what may be placed where, and where it is, of candidates alone', () => {
  const pages = pagesOf(1000)
  expect(pages).toHaveLength(1)
  expect(merged(pages)).toEqual(whole)
})

it.each([2, 3, 4, 5, 7, 8, 11, 16])('says the same in pages of at most %i names', (namesMax) => {
  const pages = pagesOf(namesMax)
  expect(pages.length).toBeGreaterThan(1)
  expect(merged(pages)).toEqual(whole)
  for (const { applications, clusters, candidates, current } of pages) {
    const rows = [...candidates, ...current]
    const named = rows.reduce((sum, row) => sum + 1 + row.clusters.length, 0)
    expect(applications.length + clusters.length + named).toBeLessThanOrEqual(namesMax)
  }
})
