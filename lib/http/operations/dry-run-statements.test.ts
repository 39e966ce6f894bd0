// What a dry run asks the database: nothing about objects, because the fleet in memory has them.
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing/database.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

/** Enough clusters for a few removals to need no confirmation by themselves. */
const OTHERS = 30

const loans: string[][] = []
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ GITOPS_BRANCH: 'fleet/{region}' }, overheard(testDatabase(), loans))
  const { status, text } = await api.call('/apply', {
    body: [
      documentOf('team', team),
      documentOf('cluster', cluster),
      ...Array.from({ length: OTHERS }, (_, index) =>
        documentOf('cluster', { ...cluster, name: `other-${index}` }),
      ),
      documentOf('application', application),
      documentOf('target-policy', policy),
    ],
  })
  expect(status, text).toBe(200)
})

/** What each statement of a preview asks for, by a text that only this statement contains. */
const QUESTIONS = [
  ['counters', /last_change/],
  ['settings', /repository_settings/],
  ['branches beside it', /from "?branches/],
  ['left folders', /from "?cluster_branches/],
  ['removals of late', /sum\(.*removed/],
  ['names that were teams', /select distinct .*name/],
  ['last id', /order by .*object"? desc/],
] as const

function questionOf(statement: string): string {
  const meant = QUESTIONS.filter(([, pattern]) => pattern.test(statement))
  return meant.length === 1 ? meant[0]![0] : statement
}

/** What the transaction that previews an edit asks for. */
async function questionsOf(method: string, path: string, body: unknown): Promise<string[]> {
  const etag = method === 'POST' ? null : (await api.call(path)).headers.get('etag')
  loans.length = 0
  const { status, text } = await api.call(`${path}?dryRun=true`, {
    method,
    body,
    headers: etag === null ? {} : { 'If-Match': etag },
  })
  expect(status, text).toBe(200)
  const [begin, ...statements] = loans.find((loan) => loan[0]?.includes('read only')) ?? []
  expect(begin).toContain('begin')
  expect(statements.pop()).toBe('commit')
  return statements.map(questionOf)
}

const EDITS = [
  {
    edit: 'a label that moves no placement of a cluster',
    call: ['PATCH', `/clusters/${cluster.name}`, { metadata: { gpu: 'false' } }],
    asks: ['counters', 'settings'],
  },
  {
    edit: 'a label that brings a cluster to another branch and removes a placement',
    call: ['PATCH', `/clusters/${cluster.name}`, { metadata: { region: 'west' } }],
    asks: ['counters', 'settings', 'branches beside it', 'left folders', 'removals of late'],
  },
  {
    edit: 'the end of a cluster',
    call: ['DELETE', `/clusters/${cluster.name}`, undefined],
    asks: ['counters', 'settings', 'left folders', 'removals of late'],
  },
  {
    edit: 'a new cluster',
    call: ['POST', '/clusters', { ...cluster, name: 'another' }],
    asks: ['settings', 'counters', 'last id', 'branches beside it'],
  },
  {
    edit: 'another version of an application',
    call: ['PATCH', '/applications/ieb/app1', { repo_branch: 'next' }],
    asks: ['counters', 'settings'],
  },
  {
    edit: 'a new application',
    call: ['POST', '/applications', { ...application, name: 'another' }],
    asks: ['settings', 'counters', 'last id'],
  },
  {
    edit: 'a team that may go to all clusters',
    call: ['PATCH', '/teams/ieb', { cluster_boundary: null, description: 'ours' }],
    asks: ['counters', 'settings'],
  },
  {
    edit: 'a new team',
    call: ['POST', '/teams', { ...team, name: 'another' }],
    asks: ['settings', 'counters', 'names that were teams', 'last id'],
  },
  {
    edit: 'a policy that selects what it did, and more',
    call: ['PATCH', `/target-policies/${policy.name}`, { app_selector: '*' }],
    asks: ['counters', 'settings'],
  },
  {
    edit: 'a new policy',
    call: ['POST', '/target-policies', { ...policy, name: 'another' }],
    asks: ['settings', 'counters', 'last id'],
  },
] as const

describe('a dry run', () => {
  it.each(EDITS)('of $edit asks for: $asks', async ({ call: [method, path, body], asks }) => {
    expect(await questionsOf(method, path, body)).toEqual(asks)
  })
})
