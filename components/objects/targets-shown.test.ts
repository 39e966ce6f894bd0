import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ImpactItemRow, type ImpactItem } from '#components/impact/impact-item.tsx'
import { type PlacementLine, PlacementTable } from '#components/placements/placement-table.tsx'
import { TargetList } from './target-list.tsx'

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const target = (name: string) => ({ name, environment: 'prod', repoPath: `deploy/${name}` })

it('the targets of an application lead to their placements, as far as they were counted', () => {
  const markup = renderToStaticMarkup(
    createElement(TargetList, {
      list: { namespace: 'ieb', application: 'app1' },
      targets: [
        { target: target('early'), clusters: 1200 },
        { target: target('late'), clusters: 0 },
        { target: target('then'), clusters: null },
      ],
    }),
  )
  expect(textOf(markup)).toBe(
    'early in prod 1,200 clusters deploy/early late in prod on no cluster deploy/late then in prod deploy/then',
  )
  expect(markup).toContain(
    '/placements?namespace=ieb&amp;application=app1&amp;target=early&amp;environment=prod',
  )
})

it.each<[string, Pick<ImpactItem, 'effect' | 'target'>, string]>([
  [
    'a new placement',
    { effect: 'added', target: { before: null, after: 'early' } },
    ' · target early',
  ],
  [
    'one that goes',
    { effect: 'removed', target: { before: 'early', after: null } },
    ' · target early',
  ],
  [
    'one that keeps it',
    { effect: 'changed', target: { before: 'early', after: 'early' } },
    ' · target early',
  ],
  [
    'one whose reason says so',
    { effect: 'changed', target: { before: 'early', after: 'late' } },
    '',
  ],
  ['one without any', { effect: 'added' }, ''],
])('a preview says which target %s has', (_, given, said) => {
  expect(rowOf(given)).toBe(`ieb/ app1 on e1 because${said}`)
})

function rowOf(given: Pick<ImpactItem, 'effect' | 'target'>): string {
  const item: ImpactItem = {
    namespace: 'ieb',
    application: 'app1',
    cluster: 'e1',
    policies: [],
    reason: 'because',
    ...given,
  }
  return textOf(renderToStaticMarkup(createElement(ImpactItemRow, { item }))).slice(2)
}

const placement = (cluster: string, target: string | null): PlacementLine => ({
  namespace: 'ieb',
  application: 'app1',
  cluster,
  policies: [],
  target,
  since: null,
  change: null,
  heldUntil: null,
  blocked: null,
  state: null,
  stateSince: null,
  planned: null,
  observed: null,
  pullRequest: null,
})
const table = (...rows: readonly PlacementLine[]) =>
  textOf(renderToStaticMarkup(createElement(PlacementTable, { rows, at: null })))

it('placements have a column of targets where one of them has a target', () => {
  expect(table(placement('e1', null), placement('e2', 'early'))).toMatch(/ Target .* early /)
  expect(table(placement('e1', null))).not.toContain('Target')
})
