import { expect, it } from 'vitest'
import { questionPath } from '#lib/schemas/paths.ts'
import { askedFilters } from './question.ts'

it.each([
  // list | query | in words
  ['placements', '', []],
  [
    'placements',
    'environment=prod&labelSelector=region%3Deast&state=failed%2Cdegraded',
    ['Environment: prod', 'Cluster selector: region=east', 'State: Failed or Degraded'],
  ],
  ['placements', 'freshness=stale', ['Freshness of the cluster: Silent']],
  [
    'clusters',
    'freshness=stale&sort=-since',
    ['Freshness: Silent', 'Sorted by: since, descending'],
  ],
  ['clusters', 'sort=environment%2C-name', ['Sorted by: environment, then name, descending']],
  [
    'history',
    'begun=true&outcome=in_progress',
    ['Deployments: Begun in that time', 'Outcome: In progress'],
  ],
  ['changes', 'kind=target-policy&actor=ada', ['Kind of object: policy', 'Who: ada']],
  ['audit', 'result=refused', ['Result: Refused']],
  // What nobody named is there all the same.
  ['audit', 'unheard=of', ['unheard: of']],
] as const)('says what is asked of %s by "%s" as the list’s filters do', (list, query, words) => {
  expect(askedFilters(list, query).map(({ label, text }) => `${label}: ${text}`)).toEqual(words)
})

it.each([
  [{ list: 'placements', query: '', at: 'now' }, '/placements'],
  [
    { list: 'placements', query: 'state=failed', at: '2026-03-01' },
    '/placements?state=failed&at=2026-03-01',
  ],
  // To the API a date is its first moment; to a page it is the whole day.
  [
    { list: 'history', query: 'from=2026-03-01&to=2026-03-02', at: 'now' },
    '/history?from=2026-03-01&to=2026-03-02T00%3A00%3A00Z',
  ],
  [
    { list: 'history', query: 'to=2026-03-02T06%3A00%3A00Z', at: 'now' },
    '/history?to=2026-03-02T06%3A00%3A00Z',
  ],
] as const)('leads from %o to the list that answers it', (question, path) => {
  expect(questionPath(question)).toBe(path)
})
