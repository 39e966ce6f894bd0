// Targets over the API: how they are sent and answered, what a save refuses, and what previews and explanations tell.
import { beforeAll, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { applicationDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { ownSession } from '#lib/usecases/session.ts'

const ANY = { 'if-match': '*' }
const { environment } = cluster
const PAIR = `/placements/ieb/app1/${cluster.name}`
const target = (name: string) => ({ name, environment, repo_path: `manifest/app1/${name}` })

let api: TestApi

const patch = (path: string, body: object) =>
  api.call(path, { method: 'PATCH', body, headers: ANY })
const preview = (path: string, body: object) => patch(`${path}?dryRun=true`, body)
const APPLICATION = '/applications/ieb/app1'
const POLICY = `/target-policies/${policy.name}`

beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('target-policy', policy),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
})

it('are none where none were sent', async () => {
  expect((await api.call(APPLICATION)).json.targets).toEqual([])
  expect((await api.call(POLICY)).json).not.toHaveProperty('target')
  expect((await api.call(PAIR)).json).not.toHaveProperty('target')
})

it('must be in an environment that there is', async () => {
  const nowhere = { ...target('early'), environment: 'nowhere' }
  const pointer = '/targets/1/environment'
  expect(await patch(APPLICATION, { targets: [target('early'), nowhere] })).toMatchObject({
    status: 422,
    json: { code: 'unknown_environment', errors: [{ pointer, code: 'unknown_environment' }] },
  })
})

it('are told before a save, and by the explanation afterwards', async () => {
  const targets = [target('early'), target('late')]
  expect(await patch(APPLICATION, { targets })).toMatchObject({ status: 200, json: { targets } })
  const shown = await preview(POLICY, { target: 'early' })
  expect(shown.json).toMatchObject({
    placements: { added: 0, removed: 0, changed: 1 },
    files: { added: 0, removed: 0, modified: 1 },
    items: [
      {
        effect: 'changed',
        target: { before: null, after: 'early' },
        reason: 'target early instead of no target',
      },
    ],
  })
  const saved = await patch(POLICY, { target: 'early' })
  expect(saved).toMatchObject({ status: 200, json: { target: 'early' } })
  expect((await api.call(PAIR)).json).toMatchObject({
    placed: true,
    target: 'early',
    policies: [{ policy: policy.name, target: { name: 'early', holds: true, reason: null } }],
  })
})

it('are counted on the page of their application, as it is now', async () => {
  const session = ownSession(api.tenant, actorOf({ role: 'reader' }))
  const ref = { namespace: 'ieb', name: 'app1' }
  const counts = async (at: Date | null) => {
    const { targets } = await applicationDetailsUseCase.invoke(api.services, session, { ref, at })
    return targets.map(({ target: { name }, clusters }) => [name, clusters])
  }
  expect(await counts(null)).toEqual([
    ['early', 1],
    ['late', 0],
  ])
  expect(await counts(new Date())).toEqual([
    ['early', null],
    ['late', null],
  ])
})

it('are one at most on a placement: the policies that give two are named', async () => {
  const other = { ...policy, name: 'late_ring', target: 'late' }
  const refused = await api.call('/target-policies', { body: other })
  expect(refused).toMatchObject({ status: 422, json: { code: 'target_conflict' } })
  expect(refused.json.errors).toEqual([
    {
      pointer: '/target',
      code: 'target_conflict',
      message: `Policies ${policy.name} and late_ring give ieb/app1 different targets on ${cluster.name}: early and late.`,
      members: ['ieb/app1', cluster.name, policy.name, 'late_ring'],
    },
  ])
  expect(await api.call('/target-policies?dryRun=true', { body: other })).toMatchObject({
    json: { code: 'target_conflict' },
  })
  const plain = { ...policy, name: 'plain' }
  expect((await api.call('/target-policies', { body: plain })).status).toBe(201)
})

it('place an application no more where it has lost them', async () => {
  const removed = await api.call('/target-policies/plain', { method: 'DELETE', headers: ANY })
  expect(removed.status).toBe(204)
  const shown = await preview(APPLICATION, { targets: [target('late')] })
  expect(shown.json).toMatchObject({
    placements: { removed: 1 },
    items: [
      {
        target: { before: 'early', after: null },
        reason: `policy ${policy.name} no longer places it: it has no target early in ${environment}`,
      },
    ],
  })
})
