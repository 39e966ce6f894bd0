// What another system knows, over Berth's own charts and beside them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const SOURCE = 'thanos'
const SYNCS = 'sum(increase(argocd_app_sync_total[$step]))'
const QUEUES = 'sum by (name) (workqueue_depth)'

/** Says 7 of everything, and of each queue. */
async function startPrometheus() {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.end(JSON.stringify(answerTo(new URLSearchParams(await text(request)))))
}

function answerTo(asked: URLSearchParams) {
  const number = (name: string) => Number(asked.get(name))
  const count = Math.floor((number('end') - number('start')) / number('step')) + 1
  const values = Array.from({ length: count }, (_, index) => [
    number('start') + index * number('step'),
    '7',
  ])
  const names = asked.get('query') === QUEUES ? [{ name: 'syncs' }, { name: 'refreshes' }] : [{}]
  const result = names.map((metric) => ({ metric, values }))
  return { status: 'success', data: { resultType: 'matrix', result } }
}

/** What is half under the bar at the top counts as too small. */
async function expectAccessibleAtTop(page: Page) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleInBothThemes(page)
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a source of metrics is made and tested, and what it says lies over the chart of its metric or has its own', async ({
  pageAs,
  write,
}) => {
  const { url, stop } = await startPrometheus()
  const page = await pageAs('Ada Admin')
  await page.goto('/metric-sources/new')
  await page.locator('#name').fill(SOURCE)
  await page.getByLabel('Address').fill(url)
  for (const [index, [metric, query]] of [
    ['sync_outcomes', SYNCS],
    ['queue', QUEUES],
  ].entries()) {
    await page.getByRole('button', { name: 'Add a query' }).click()
    await page.getByLabel(`Metric ${index + 1}`, { exact: true }).fill(metric!)
    await page.getByLabel(`Query ${index + 1}`, { exact: true }).fill(query!)
  }
  await expect(impactOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)

  await page.goto(`/metric-sources/${SOURCE}`)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('It answers with 1 line, the newest value 7.')).toBeVisible()
  await expect(page.getByText('It answers with 2 lines, the newest value 7.')).toBeVisible()
  await expectAccessibleAtTop(page)
  await expectToFitPhone(page)

  await page.goto('/')
  const syncs = card(page, 'Syncs')
  await syncs.scrollIntoViewIfNeeded()
  await expect(syncs.getByRole('button', { name: /^from thanos/ })).toBeVisible()
  const queues = page.getByRole('region', { name: 'From thanos' }).getByRole('region')
  await queues.scrollIntoViewIfNeeded()
  await expect(queues).toHaveAccessibleName('queue, from thanos')

  await write(page, 'DELETE', `/metric-sources/${SOURCE}`)
  stop()
})
