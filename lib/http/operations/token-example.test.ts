// The first request that the portal offers with a new token is one that the token may make.
import { beforeAll, expect, it } from 'vitest'
import type { TokenGrant } from '#lib/domain/access/token-grant.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  policy,
  scheduler,
  team,
} from '#lib/http/testing/bodies.ts'
import { apiRoot } from '#lib/schemas/paths.ts'
import { exampleRequest } from '#lib/schemas/token-example.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('scheduler', scheduler),
    documentOf('target-policy', { ...policy, scheduler: scheduler.name }),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
})

const none = { team: null, cluster: null, scheduler: null }
const grants: readonly TokenGrant[] = [
  { ...none, role: 'admin' },
  { ...none, role: 'contributor' },
  { ...none, role: 'reader' },
  { ...none, role: 'reader', team: team.name },
  { ...none, role: 'contributor', team: team.name },
  { ...none, role: 'announcer', team: team.name },
  { ...none, role: 'reader', cluster: cluster.name },
  { ...none, role: 'scheduler', scheduler: scheduler.name },
]

it.each(grants)('a $role of team $team and cluster $cluster is answered', async (grant) => {
  const { role, ...limits } = grant
  const token = await api.token(
    role,
    Object.fromEntries(Object.entries(limits).filter(([, name]) => name !== null)),
  )
  const { path, body } = exampleRequest(grant)
  const filled = path
    .replace(apiRoot, '')
    .replace('APPLICATION', application.name)
    .replace('POLICY', policy.name)
  const text = body?.replace('$(git rev-parse HEAD)', 'a'.repeat(40))
  const { status } = await api.call(filled, {
    token,
    ...(text !== undefined && { text, headers: { 'content-type': 'application/json' } }),
  })
  expect(status).toBe(body === null ? 200 : 201)
})
