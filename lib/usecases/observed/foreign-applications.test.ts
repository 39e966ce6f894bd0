// What a cluster runs that Berth didn't make, as the API lists it.
import { expect, it } from 'vitest'
import { createReporting } from '../reports/testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'

const other = (name: string, namespace = 'argocd') => itemOf('app1', { name, namespace })
const PATH = `/clusters/${CLUSTER}/foreign-applications`

it('lists what the cluster said last of what Berth didn’t make, and since when it says so', async () => {
  const world = await createReporting(1)
  const list = async (query = '') => (await world.api.call(`${PATH}${query}`)).json
  const names = async (query: string) =>
    (await list(query)).items.map(({ name }: { name: string }) => name)
  expect(await list()).toEqual({ items: [], continue: null, total: 0, totalIsExact: true })

  const ours = [rootAt(commit('1')), itemOf('app1')]
  const [monitoring, logging] = [other('monitoring'), other('logging', 'apps')]
  world.setClock(1)
  await world.send(reportAt(1, [...ours, monitoring, logging]))
  world.setClock(2)
  await world.send(reportAt(2, [...ours, { ...monitoring, health: 'Degraded' }, logging]))
  expect(await list()).toMatchObject({
    items: [
      { namespace: 'apps', name: 'logging', health: 'Healthy', since: minute(1).toISOString() },
      {
        namespace: 'argocd',
        name: 'monitoring',
        sync: 'Synced',
        health: 'Degraded',
        revision: commit('a'),
        since: minute(2).toISOString(),
      },
    ],
    total: 2,
  })
  const first = await list('?limit=1')
  expect(first.items).toMatchObject([{ name: 'logging' }])
  expect(await names(`?limit=1&continue=${first.continue}`)).toEqual(['monitoring'])
  expect(await names('?q=CD/MON')).toEqual(['monitoring'])
  const csv = (await world.api.call(`${PATH}?format=csv`)).text.split('\r\n')
  expect(csv[0]).toBe('namespace,name,sync,health,revision,since')

  world.setClock(3)
  await world.send(reportAt(3, [...ours, logging]))
  expect(await names('')).toEqual(['logging'])
})
