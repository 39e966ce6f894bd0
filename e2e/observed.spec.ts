// What clusters report, and what becomes of that when they fall silent.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { HOSTILE_TEXTS, MARK } from './support/hostile-texts.ts'
import { report, SOURCE_COMMIT } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const APP = 'ieb/app1'
const APP_ROW = 'ieb / app1'
const DEGRADED = { health: 'Degraded', message: 'Deployment "app1" exceeded its progress deadline' }
/** After so long without a word nobody knows any more how a cluster is. */
const STALE_AFTER_MS = 600_000

const reported = (page: Page) => page.getByRole('region', { name: 'Reported' })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`(?:^|^Select .* )${name} `) })

test('what a cluster reports is on its page, in each list, and with each placement', async ({
  pageAs,
}) => {
  const cluster = 'east-nsw-sydney-01'
  const page = await pageAs('Ada Admin')
  await report(page, cluster, { [APP]: DEGRADED })

  await page.goto(`/clusters/${cluster}`)
  await expect(reported(page)).toContainText('Fresh')
  await expect(reported(page).getByRole('link', { name: '1 degraded' })).toBeVisible()
  // Other tests edit the same fleet meanwhile.
  await expect(reported(page)).toContainText(/has every published change|published changes? behind/)
  await expect(rowOf(page, APP_ROW)).toContainText('Degraded')
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)

  await page.goto('/clusters?q=east-nsw-sydney')
  await expect(rowOf(page, cluster)).toContainText('1 degraded')
  await expect(rowOf(page, cluster)).toContainText('Fresh')

  await page.goto('/applications/ieb/app1')
  const states = page.getByRole('region', { name: 'States' })
  await expect(states.getByRole('link', { name: /degraded/ })).toBeVisible()

  await page.goto(`/history?cluster=${cluster}&application=app1`)
  await expect(rowOf(page, APP_ROW)).toContainText('Failed')
  await expect(rowOf(page, APP_ROW)).toContainText('pulled')

  await page.goto(`/placements/ieb/app1/${cluster}`)
  const runs = page.getByRole('region', { name: 'From what is wanted to what runs' })
  await expect(runs).toContainText('It is applied, and isn’t healthy.')
  await expect(runs).toContainText(SOURCE_COMMIT.slice(0, 8))
  await expect(runs.getByRole('region', { name: 'What the cluster says' })).toContainText(
    DEGRADED.message,
  )
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
})

test('a count leads to the placements that are in that state', async ({ pageAs }) => {
  const cluster = 'east-nsw-sydney-02'
  const page = await pageAs('Ada Admin')
  await report(page, cluster, { [APP]: { sync: 'OutOfSync' } })
  await page.goto(`/clusters/${cluster}`)
  await reported(page).getByRole('link', { name: '1 drifted' }).click()
  await expect(page).toHaveURL(`/placements?cluster=${cluster}&state=drifted`)
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('drifted')
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1)
  await expect(rowOf(page, APP_ROW)).toContainText('Drifted')
  await page.getByLabel('State', { exact: true }).selectOption('Missing')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('a cluster that falls silent turns unknown on an open page, by itself', async ({ pageAs }) => {
  const cluster = 'east-qld-brisbane-01'
  const page = await pageAs('Ada Admin')
  await page.goto(`/clusters/${cluster}`)
  await report(page, cluster, {}, { agoMs: STALE_AFTER_MS - 8000 })
  await page.goto(`/clusters/${cluster}`)
  await expect(reported(page)).toContainText('Late, last seen')
  await expect(rowOf(page, APP_ROW)).toContainText('Healthy')
  await expect(reported(page)).toContainText('Silent since')
  await expect(reported(page)).not.toContainText('healthy')
  await expect(rowOf(page, APP_ROW)).toContainText('Unknown')
  await page.goto(`/placements/ieb/app1/${cluster}`)
  await expect(page.getByText('The cluster is silent, so nobody knows.')).toBeVisible()
  await expect(page.getByText('Last observed')).toBeVisible()
})

test('what a cluster says is text, whatever it says', async ({ pageAs }) => {
  const cluster = 'east-qld-brisbane-02'
  const page = await pageAs('Ada Admin')
  const message = HOSTILE_TEXTS.join(' ')
  await report(
    page,
    cluster,
    { [APP]: { health: 'Degraded', message, images: HOSTILE_TEXTS } },
    { reconciler: { kind: HOSTILE_TEXTS[0], version: HOSTILE_TEXTS[12] } },
  )
  await page.goto(`/placements/ieb/app1/${cluster}`)
  await expect(page.getByRole('region', { name: 'What the cluster says' })).toContainText(message)
  expect(await page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(undefined)
  await expectToFitPhone(page)
  await page.goto(`/clusters/${cluster}`)
  await expect(reported(page)).toContainText(HOSTILE_TEXTS[0]!)
  expect(await page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(undefined)
})

test('a cluster that never reported says so, and leads to how it is made to', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/west-wa-perth-01')
  await expect(reported(page)).toContainText('This cluster has never reported')
  await expect(page.getByRole('table', { name: 'Placements' })).toContainText('Unknown')
  await reported(page).getByRole('link', { name: 'See how it is made to report' }).click()
  await expect(page).toHaveURL('/clusters/west-wa-perth-01?tab=onboarding')
})
