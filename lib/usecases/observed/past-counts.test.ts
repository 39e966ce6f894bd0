// What the whole fleet was at a time of which there is too much to look at.
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createReporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'

it('is told as it was counted at the last full hour before, where there was more than can be looked at', async () => {
  const world = await createReporting(1)
  const { tenant } = world.api
  await world.publish(commit('1'))
  world.setClock(0)
  await world.send(reportAt(0, [rootAt(commit('1')), itemOf('app1')]))
  const owner = await connect(inject('ownerUrl'))
  await owner.client`update changes set at = at - interval '1 day' where tenant = ${tenant.id}`
  const at = minute(5)
  const counted = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
  const { api } = world
  const groups = async (query: string) => {
    const { json } = await api.call(`/observed/summary?at=${at.toISOString()}&${query}`)
    return json.items.map(({ key, counts }: { key: string; counts: object }) => [key, counts])
  }
  const count = (metric: string, by: string, team: string, counts: string) =>
    world.inScope(({ tx }) =>
      tx.execute(sql`
        insert into observed_hours (tenant, metric, by, team, at, counts, counted_at) values
          (${tenant.id}, ${metric}, ${by}, ${team}, ${counted}, ${counts}::json, now())`),
    )
  await count('states', '', '', '[[["healthy"], [[null, [30000]]]]]')
  await count('states', '', 'ieb', '[[["healthy"], [[null, [30000]]]]]')
  await count(
    'states',
    'label:environment',
    '',
    '[[["failed", "healthy"], [["prod", [1000, 29000]]]]]',
  )
  await count('freshness', '', '', '[[["fresh"], [[null, [300]]]]]')
  await count('freshness', 'label:environment', '', '[[["fresh"], [["prod", [300]]]]]')
  expect(await groups('by=environment')).toEqual([['non-prod', { healthy: 1 }]])

  await owner.client`update changes set placements_total = 30000 where tenant = ${tenant.id}`
  await owner.close()
  expect(await groups('by=environment')).toEqual([['prod', { healthy: 29000, failed: 1000 }]])
  expect(await groups('by=team')).toEqual([['ieb', { healthy: 30000 }]])
  // By what nobody counted, each is looked at; and so is what was known at a time.
  expect(await groups('by=label:zone')).toEqual([[null, { healthy: 1 }]])
  const known = `by=environment&known_at=${minute(6).toISOString()}`
  expect(await groups(known)).toEqual([['non-prod', { healthy: 1 }]])
})
