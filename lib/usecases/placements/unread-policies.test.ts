import { beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { demoActor } from '#lib/demo/actor.ts'
import { readOverviewUseCase } from '#lib/usecases/overview/read.ts'
import { ownSession } from '#lib/usecases/session.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const { status } = await api.call('/apply', {
    body: [
      documentOf('team', team),
      documentOf('cluster', cluster),
      documentOf('application', application),
      documentOf('policy', { ...policy, app_selector: '*', cluster_selector: '*' }),
    ],
  })
  expect(status).toBe(200)
  // From now on, reading a policy fails.
  const owner = await connect(inject('ownerUrl'))
  await owner.client`
    update revisions set body = 'null' where tenant = ${api.tenant.id} and kind = 'target-policy'`
  await owner.close()
})

describe('what shows placements and no policy', () => {
  it('reads none for a page: the fleet in memory says which give its pairs', async () => {
    const { json } = await api.call('/placements')
    expect(json.items).toMatchObject([{ policies: [policy.name] }])
  })

  it('reads none for the overview', async () => {
    const session = ownSession(api.tenant, demoActor)
    const { counts } = await readOverviewUseCase.invoke(api.services, session, null)
    expect(counts.placement.total).toBe(1)
  })
})
