import { beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { demoActor } from '#lib/demo/actor.ts'
import { teamContentsUseCase } from '#lib/usecases/objects/details.ts'
import { readOverviewUseCase } from '#lib/usecases/overview/read.ts'
import { ownSession } from '#lib/usecases/session.ts'

const platformPolicy = { ...policy, app_selector: '*', cluster_selector: '*' }
const ownPolicy = { ...platformPolicy, name: 'own', namespace: team.name }
const strangers = { name: 'strangers', description: '' }
const strangersPolicy = { ...platformPolicy, name: 'theirs', namespace: strangers.name }

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const { status } = await api.call('/apply', {
    body: [
      documentOf('team', team),
      documentOf('team', strangers),
      documentOf('cluster', cluster),
      documentOf('application', application),
      documentOf('target-policy', platformPolicy),
      documentOf('target-policy', ownPolicy),
      documentOf('target-policy', strangersPolicy),
    ],
  })
  expect(status).toBe(200)
})

const session = () => ownSession(api.tenant, demoActor)

/** From now on, reading a policy of this owner fails. */
async function spoil(owner: string | null): Promise<void> {
  const owning = await connect(inject('ownerUrl'))
  await owning.client`
    update revisions set body = 'null' where tenant = ${api.tenant.id} and kind = 'target-policy'
      and team is not distinct from ${owner}`
  await owning.close()
}

describe('what shows policies of a team', () => {
  beforeAll(() => spoil(strangers.name))

  it('reads those of no other team for a page of the past', async () => {
    const { json } = await api.call('/placements?at=2999-01-01')
    expect(json.items).toMatchObject([{ policies: [policy.name, ownPolicy.name] }])
  })

  it('reads none but its own for a team', async () => {
    await spoil(null)
    const input = { ref: { name: team.name }, at: null }
    const { policies } = await teamContentsUseCase.invoke(api.services, session(), input)
    expect(policies.map(({ name }) => name)).toEqual([ownPolicy.name])
  })
})

describe('what shows placements and no policy', () => {
  beforeAll(() => spoil(team.name))

  it('reads none for a page: the fleet in memory says which give its pairs', async () => {
    const { json } = await api.call('/placements')
    expect(json.items).toMatchObject([{ policies: [policy.name, ownPolicy.name] }])
  })

  it('reads none for the overview', async () => {
    const { counts } = await readOverviewUseCase.invoke(api.services, session(), {
      environment: null,
    })
    expect(counts.placement.total).toBe(1)
  })
})
