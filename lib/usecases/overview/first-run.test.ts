// The steps until a first placement runs: each is done when something in the tenant proves it.
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster, documentOf, team } from '#lib/http/testing/bodies.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'
import type { Services } from '../services.ts'
import { ownSession, type TenantIdentity } from '../session.ts'
import { readFirstRunUseCase } from './first-run.ts'

const proofsIn = async (services: Services, tenant: TenantIdentity) => {
  const admin = ownSession(tenant, actorOf({ role: 'admin' }))
  return (await readFirstRunUseCase.invoke(services, admin, null)).proofs
}

it('nothing proves anything in an empty tenant', async () => {
  const { services, tenant } = await createTestApi()
  expect(await proofsIn(services, tenant)).toEqual({})
})

it('a contributor, who sets up nothing, is told no proofs', async () => {
  const { services, tenant } = await createTestApi()
  const contributor = ownSession(tenant, actorOf({ role: 'contributor' }))
  const asked = readFirstRunUseCase.invoke(services, contributor, null)
  await expect(asked).rejects.toMatchObject({ kind: 'forbidden' })
})

describe('the proofs', () => {
  let world: Reporting
  beforeEach(async () => {
    world = await createReporting(1)
  })
  const proofs = () => proofsIn(world.services, world.api.tenant)

  it('are the objects at first: what is in no commit proves nothing, and a team without groups only that it is there', async () => {
    expect(await proofs()).toEqual({
      cluster: { name: CLUSTER, at: expect.any(Date) },
      'team-without-groups': { name: team.name, at: expect.any(Date) },
      application: { name: 'app1', at: expect.any(Date) },
      'target-policy': { name: 'app1_to_east', at: expect.any(Date) },
    })
    const body = { ...team, groups: [{ id: 'developers', role: 'contributor' }] }
    const path = `/teams/${team.name}`
    await world.api.call(path, { method: 'PUT', body, headers: { 'if-match': '*' } })
    const after = await proofs()
    expect(after.team?.name).toBe(team.name)
    expect(after).not.toHaveProperty('team-without-groups')
  })

  it('are a branch and the first placement once they are in Git', async () => {
    await world.publish(commit('1'))
    expect(await proofs()).toMatchObject({
      repository: { name: expect.any(String) },
      placement: { name: `ieb/app1/${CLUSTER}` },
    })
  })

  it('are the use of a cluster’s token, and in its place the first report', async () => {
    const token = await world.api.token('reader', { cluster: CLUSTER })
    expect((await world.api.call('/me', { token })).status).toBe(200)
    await expect.poll(proofs).toMatchObject({ token: { name: CLUSTER } })
    world.setClock(1)
    await world.send(reportAt(1, [rootAt(commit('1')), itemOf('app1')]))
    const after = await proofs()
    expect(after.report).toEqual({ name: CLUSTER, at: minute(1) })
    expect(after).not.toHaveProperty('token')
  })

  it('are of what is there now: a deleted cluster proves nothing', async () => {
    await world.publish(commit('1'))
    const path = `/clusters/${cluster.name}?confirmRemovals=1`
    const headers = { 'if-match': '*' }
    expect((await world.api.call(path, { method: 'DELETE', headers })).status).toBe(204)
    const after = await proofs()
    expect(after).not.toHaveProperty('cluster')
    expect(after).not.toHaveProperty('placement')
    await world.api.call('/apply', { body: [documentOf('cluster', { name: 'second' })] })
    expect(await proofs()).toMatchObject({ cluster: { name: 'second' } })
  })
})
