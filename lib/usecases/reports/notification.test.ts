import { beforeEach, describe, expect, it } from 'vitest'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from './testing/reports.ts'
import { receiveNotificationUseCase } from './notification.ts'
import { CLUSTER } from './testing/reports.ts'

let world: Reporting
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
})

const told = [rootAt(commit('1')), itemOf('app1'), itemOf('app2')]

/** As the template says it of app1 in a minute of the cluster's clock. */
function news(at: number | null, fields: object = {}) {
  return {
    trigger: 'on-health-degraded',
    application: 'ieb--app1',
    namespace: 'argocd',
    at: at === null ? null : minute(at).toISOString(),
    revision: commit('a'),
    sync: 'Synced',
    health: 'Degraded',
    phase: 'Succeeded',
    ...fields,
  }
}

const notify = (body: object) =>
  receiveNotificationUseCase.invoke(world.services, world.session, { cluster: CLUSTER, body })

const tell = async (at: number) => {
  world.setClock(at)
  await world.send(reportAt(at, told))
}

describe('a notification', () => {
  it('moves the state of its Application and of no other, until the next report', async () => {
    await tell(1)
    world.setClock(2)
    expect(await notify(news(2))).toEqual({ changed: 1, ignored: 0 })
    expect(await world.states()).toEqual({ app1: 'degraded', app2: 'healthy' })
    await tell(3)
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
  })

  it('that comes twice, or after a newer report, changes nothing', async () => {
    await tell(1)
    world.setClock(2)
    await notify(news(2))
    const before = await world.observations()
    expect(await notify(news(2))).toEqual({ changed: 0, ignored: 1 })
    expect(await world.observations()).toEqual(before)
    await tell(3)
    expect(await notify(news(2))).toEqual({ changed: 0, ignored: 1 })
    expect(await world.states()).toMatchObject({ app1: 'healthy' })
  })

  it('without an instant counts as of when it came', async () => {
    await tell(1)
    world.setClock(2)
    expect(await notify(news(null, { health: 'Progressing' }))).toMatchObject({ changed: 1 })
    expect(await world.states()).toMatchObject({ app1: 'progressing' })
  })

  it('of a failed sync brings its message, and the next report of the same is looked at', async () => {
    await tell(1)
    world.setClock(2)
    const message = 'one or more objects failed to apply'
    await notify(
      news(2, { trigger: 'on-sync-failed', health: 'Healthy', phase: 'Failed', message }),
    )
    const [app1] = await world.observations()
    expect(app1).toMatchObject({ state: 'failed', item: { message } })
    await tell(3)
    expect(await world.states()).toMatchObject({ app1: 'healthy' })
  })

  it('of the root says what it has applied, but only once that is in sync', async () => {
    await tell(1)
    await world.publish(commit('2'))
    const root = { application: 'berth', health: 'Progressing', revision: commit('2') }
    world.setClock(2)
    expect(await notify(news(2, { ...root, sync: 'OutOfSync' }))).toEqual({
      changed: 0,
      ignored: 1,
    })
    expect(await world.report()).toMatchObject({ pulled_commit: commit('1') })
    await notify(news(2, root))
    expect(await world.report()).toMatchObject({ pulled_commit: commit('2') })
  })

  it('keeps what it doesn’t name: why it can’t be compared, and that it is being deleted', async () => {
    const conditions = [{ type: 'ComparisonError', message: 'no such branch' }]
    world.setClock(1)
    await world.send(
      reportAt(1, [rootAt(commit('1')), itemOf('app1', { sync: 'Unknown', conditions })]),
    )
    world.setClock(2)
    await notify(news(2, { sync: 'Unknown', health: 'Healthy' }))
    expect((await world.observations())[0]).toMatchObject({ item: { conditions } })
    world.setClock(3)
    await notify(news(3, { trigger: 'on-deleted' }))
    expect((await world.observations())[0]).toMatchObject({ item: { deleting: true } })
  })

  it.each([
    ['nobody reported yet', {}, 0],
    ['in another namespace', { namespace: 'elsewhere' }, 1],
    ['that isn’t ours', { application: 'ieb--nothing' }, 1],
    ['that has no name of ours', { application: 'guestbook' }, 1],
  ])('of an Application %s is ignored', async (_, fields, reports) => {
    if (reports > 0) await tell(1)
    const before = await world.observations()
    expect(await notify(news(2, fields))).toEqual({ changed: 0, ignored: 1 })
    expect(await world.observations()).toEqual(before)
  })
})
