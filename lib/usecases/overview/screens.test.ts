// The first screens of an auditor and of a team's member: each figure is the total of the list that it leads to.
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { people } from '#db/schema/person.ts'
import { exactly } from '#lib/domain/lists/total.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application, cluster, documentOf, team } from '#lib/http/testing/bodies.ts'
import { reviewAccessUseCase } from '../access/review.ts'
import { everyChange, listChangesUseCase } from '../changes/read.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, reportAt, rootAt } from '../reports/testing/reports.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { applyUseCase } from '../objects/apply.ts'
import { ownSession, type Session } from '../session.ts'
import { readReviewUseCase } from './review.ts'
import { readOwnTeamsUseCase } from './teams.ts'

let world: Reporting
let auditor: Session
beforeEach(async () => {
  world = await createReporting(2)
  auditor = ownSession(world.api.tenant, actorOf({ role: 'reader' }))
})

const apply = async (body: readonly unknown[], headers = {}) => {
  const answer = await world.api.call('/apply?confirmChanges=100&confirmRemovals=100', {
    body,
    headers,
  })
  expect(answer.status, answer.text).toBe(200)
}

async function changesWith(filter: Partial<typeof everyChange>) {
  const page = { at: null, before: null, limit: 10 }
  const { items } = await listChangesUseCase.invoke(world.services, auditor, {
    ...page,
    filter: { ...everyChange, ...filter },
  })
  return items.map(({ id }) => id)
}

const changesIn = (environment: string) => changesWith({ environment })

describe('the changes', () => {
  it('are found by whether somebody gave a reason', async () => {
    await apply([documentOf('cluster', { name: 'second' })], { 'berth-reason': 'Because' })
    expect(await changesWith({ hasReason: true })).toEqual([2])
    expect(await changesWith({ hasReason: false })).toEqual([1])
  })

  it('are found by the environment where they moved placements, wherever the cluster is by now', async () => {
    const moved = { ...cluster, environment: 'prod' }
    await apply([documentOf('cluster', { ...cluster, name: 'second', environment: 'prod' })])
    expect(await changesIn(cluster.environment)).toEqual([1])
    expect(await changesIn('prod')).toEqual([2])
    await apply([documentOf('application', { ...application, name: 'app1', repo_branch: 'v2' })])
    expect(await changesIn('prod')).toEqual([3, 2])
    await apply([documentOf('cluster', moved)])
    expect(await changesIn(cluster.environment)).toEqual([3, 1])
    expect(await changesIn('staging')).toEqual([])
  })
})

describe('an auditor’s first screen', () => {
  it('counts what was done without a reason by environment, and what was refused', async () => {
    await apply([documentOf('cluster', { name: 'second', environment: 'prod' })], {
      'berth-reason': 'Because',
    })
    const reader = await world.api.token('reader')
    const refused = { token: reader, method: 'PUT', body: team, headers: { 'if-match': '*' } }
    expect((await world.api.call('/teams/ieb', refused)).status).toBe(403)
    world.setClock(90)
    expect(await readReviewUseCase.invoke(world.services, auditor, null)).toMatchObject({
      changes: exactly(2),
      unexplained: exactly(1),
      environments: expect.arrayContaining([
        { name: cluster.environment, unexplained: exactly(1) },
        { name: 'prod', unexplained: exactly(0) },
      ]),
      refused: exactly(1),
      roles: exactly(0),
    })
  })

  it('is not there for those who may not read the audit', async () => {
    const member = ownSession(world.api.tenant, actorOf({ teams: new Map([['ieb', 'reader']]) }))
    const asked = readReviewUseCase.invoke(world.services, member, null)
    await expect(asked).rejects.toMatchObject({ kind: 'not_found' })
  })
})

const review = async (filter = {}, limit = 10) => {
  const rows = []
  let after = null
  do {
    const page = await reviewAccessUseCase.invoke(world.services, auditor, {
      filter: { text: null, team: null, ...filter },
      after,
      limit,
    })
    rows.push(...page.items)
    after = page.next
  } while (after !== null)
  return rows
}

describe('the review of access', () => {
  beforeEach(async () => {
    const groups = [
      { id: 'developers', role: 'contributor' },
      { id: 'guests', role: 'reader' },
    ]
    await apply([documentOf('team', { ...team, groups, kubectl: 'edit' })])
    const grant = { source: 'role', value: 'Auditor', role: 'reader', description: 'Looks' }
    expect((await world.api.call('/role-grants', { body: grant })).status).toBe(201)
    const known = { rightsState: 'read' as const, readAt: new Date(), triedAt: new Date() }
    const { id: tenant } = world.api.tenant
    await inTenant(world.api.database, tenant, (tx) =>
      tx.insert(people).values([
        { ...known, tenant, subject: 'a', name: 'Ann', groups: ['developers', 'guests', 'x'] },
        { ...known, tenant, subject: 'b', name: 'Ben', groups: ['guests'], roles: ['Auditor'] },
        { ...known, tenant, subject: 'c', name: 'Cat', groups: ['nothing'] },
      ]),
    )
  })

  it('has a row for each group and app role that gives somebody a role, and the ClusterRole that follows', async () => {
    expect(
      (await review()).map(({ name, team, role, value, clusterRole }) =>
        [name, team, role, value, clusterRole].join(' '),
      ),
    ).toEqual([
      'Ann ieb contributor developers edit',
      'Ann ieb reader guests view',
      'Ben  reader Auditor ',
      'Ben ieb reader guests view',
    ])
  })

  it('goes on from any row, and narrows to a team and to people', async () => {
    expect(await review({}, 1)).toEqual(await review())
    expect((await review({ team: 'ieb' })).length).toBe(3)
    expect((await review({ text: 'be' })).map(({ subject }) => subject)).toEqual(['b', 'b'])
  })
})

describe('a member’s first screen', () => {
  it('has the team’s applications by environment, with the states of their placements', async () => {
    await apply([documentOf('cluster', { name: 'silent', environment: 'prod', metadata: {} })])
    await world.publish(commit('1'))
    world.setClock(90)
    await world.send(reportAt(90, [rootAt(commit('1')), itemOf('app1')]))
    const member = ownSession(
      world.api.tenant,
      actorOf({ teams: new Map([['ieb', 'contributor']]) }),
    )
    const { teams } = await readOwnTeamsUseCase.invoke(world.services, member, null)
    expect(teams).toMatchObject([
      {
        name: 'ieb',
        role: 'contributor',
        environments: ['non-prod', 'prod'],
        total: 2,
        applications: [
          { name: 'app1', cells: [{ placed: 1, states: { healthy: 1 } }, { placed: 0 }] },
          { name: 'app2', cells: [{ placed: 1, states: { missing: 1 } }, { placed: 0 }] },
        ],
      },
    ])
  })

  it('has what the member saved until it is in Git and has arrived', async () => {
    const actor = actorOf({ id: 'ines', teams: new Map([['ieb', 'contributor']]) })
    const member = ownSession(world.api.tenant, actor)
    const openChanges = async () =>
      (await readOwnTeamsUseCase.invoke(world.services, member, null)).openChanges
    await world.publish(commit('1'))
    expect(await openChanges()).toEqual([])
    await applyUseCase.invoke(world.services, member, {
      documents: [documentOf('application', { ...application, repo_branch: 'v2' })],
      options: PLAIN_WRITE,
    })
    expect(await openChanges()).toMatchObject([{ change: { id: 2 }, arrived: { count: 0, of: 1 } }])
    await world.publish(commit('2'))
    world.setClock(90)
    await world.send(
      reportAt(90, [rootAt(commit('2')), itemOf('app1', { targetRevision: 'v2' }), itemOf('app2')]),
    )
    expect(await openChanges()).toEqual([])
  })
})
