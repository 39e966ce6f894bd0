// An alert as people on call meet it: a rule, a cluster that reports a failure, the alert, what was delivered, and its end.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { expectAccessible, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const CLUSTER = 'south-tas-hobart-01'
const APP = 'ieb/app1'
const KEY = Buffer.from('secret'.repeat(4))
/** Alerts are looked at each five seconds, and so are deliveries. */
const SOON = { timeout: 60_000 }

type Heard = { readonly type: string; readonly isSigned: boolean }

/** A receiver of webhooks on this machine, and what it heard. */
async function listen() {
  const heard: Heard[] = []
  const server = createServer()
  const hear = async (request: IncomingMessage) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const said = (name: string) => String(request.headers[`webhook-${name}`])
    const signed = `${said('id')}.${said('timestamp')}.${body}`
    const signature = createHmac('sha256', KEY).update(signed).digest('base64')
    const { type }: { type: string } = JSON.parse(body)
    heard.push({ type, isSigned: said('signature') === `v1,${signature}` })
  }
  server.on('request', (request, response) => {
    void hear(request).then(() => response.end('thanks'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port } = server.address() as AddressInfo
  return { heard, server, url: `http://127.0.0.1:${port}/berth` }
}

test('a rule fires when a cluster reports a failure, tells its subscription, and is over when it is mended', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const { heard, server, url } = await listen()
  try {
    const secret = `whsec_${KEY.toString('base64')}`
    const subscription = { name: 'pager', kind: 'webhook', url, secret }
    await write(page, 'POST', '/subscriptions', {
      ...subscription,
      events: ['alert.fired', 'alert.resolved'],
    })
    await page.goto('/alert-rules/new')
    await nameField(page).fill('hobart-failed')
    await page.getByLabel('Failed').check()
    await expect(page.getByLabel('A completed rollout that fails')).not.toBeChecked()
    await page.getByLabel('Only on some clusters').check()
    await writeSelector(page, 'Clusters', `name=${CLUSTER}`)
    await page.getByLabel('For at least').fill('0m')
    await page.getByLabel('Critical').check()
    await page.getByLabel('Subscriptions').fill('pager')
    await expect(impactOf(page)).toBeVisible()
    await page.getByRole('button', { name: 'Create' }).click()
    await expectSaved(page)

    await page.goto('/alerts')
    await expect(page.getByRole('status', { name: 'Updates' })).toContainText('Live')
    await report(page, CLUSTER, {
      [APP]: { phase: 'Failed', message: 'one or more objects failed' },
    })
    const row = page.getByRole('row', { name: /hobart-failed/ })
    // Without loading the page again.
    await expect(row).toContainText('Critical', SOON)
    await expect(row).toContainText('1 failed')
    await expect(row).toContainText(`${APP} on ${CLUSTER}: failed`)
    await expectAccessible(page)
    await expectToFitPhone(page)
    await report(page, CLUSTER)
    await expect(row).toContainText('Over', SOON)
    await row.getByRole('link', { name: 'hobart-failed' }).click()
    await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('1 failed')

    await expect(async () => expect(heard).toHaveLength(2)).toPass(SOON)
    expect(heard).toEqual([
      { type: 'dev.berth.alert.fired', isSigned: true },
      { type: 'dev.berth.alert.resolved', isSigned: true },
    ])
    await page.goto('/subscriptions/pager')
    const log = page.getByRole('table', { name: 'Deliveries' })
    await expect(log.getByRole('row', { name: /is resolved.*Delivered/ })).toBeVisible(SOON)
    await expect(log.getByRole('row', { name: /fired: 1 failed.*Delivered/ })).toBeVisible(SOON)
  } finally {
    server.close()
  }
})
