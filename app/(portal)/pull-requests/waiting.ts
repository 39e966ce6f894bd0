import { cache } from 'react'
import type { ListedPullRequest } from '#components/pull-requests/pull-request-list.tsx'

const A: ListedPullRequest[] = [
  {
    branch: 'prod',
    number: 17,
    url: 'https://git.example.com/ieb/gitops/pulls/17',
    state: 'closed',
    title: 'Publish changes 301 to 309 to prod: roll out wave canary of ieb / app1',
    changes: { from: 301, to: 309, count: 6 },
    ids: [301, 302, 303, 305, 308, 309],
    environments: ['prod', 'prod-eu', 'prod-us', 'prod-apac', 'x'],
    opened_at: '2026-11-26T20:00:00Z',
    closed_by: 'ann',
    error: null,
  },
  {
    branch: 'non-prod',
    number: 18,
    url: 'https://git.example.com/ieb/gitops/pulls/18',
    state: 'open',
    title: 'Publish change 310 to non-prod',
    changes: { from: 310, to: 310, count: 1 },
    ids: [310],
    environments: ['non-prod'],
    opened_at: '2026-11-26T23:00:00Z',
    closed_by: null,
    error:
      'GitHub doesn’t take the token (401): it is wrong, was revoked, or has expired. Enter a new one. It says: Bad credentials',
  },
  {
    branch: 'staging',
    number: 21,
    url: 'https://git.example.com/ieb/gitops/pulls/21',
    state: 'open',
    title: 'Publish changes 311 and 312 to staging',
    changes: { from: 311, to: 312, count: 2 },
    ids: [311, 312],
    environments: ['staging'],
    opened_at: '2026-11-27T00:10:00Z',
    closed_by: null,
    error: null,
  },
]
export const readWaiting = cache(async () => ({ pulls: A, reviewed: ['prod', 'non-prod'] }))
