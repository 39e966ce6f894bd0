// The first page: what is wrong now, how that has been over time, and the lists behind both.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const CLUSTER = 'east-nsw-sydney-03'
const HOUR_MS = 3_600_000

const now = (page: Page) => page.getByRole('list', { name: 'Now' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const plot = (page: Page, name: string) =>
  card(page, name).getByRole('application', { name: new RegExp(`^${name}`) })

/** A series as the API answers it: what a day of counting has left, of which the first hours aren't known. */
function made(metric: string, from: number, by: string | null) {
  const times = Array.from({ length: 24 }, (_, hour) =>
    new Date(from + hour * HOUR_MS).toISOString(),
  )
  const line = (key: string | null, name: string, value: number) => ({
    key,
    name,
    points: times.map((t, hour) => [t, hour < 6 ? null : value + hour]),
  })
  const names = metric === 'states' ? ['failed', 'unknown', 'healthy'] : ['drifted']
  const keys = by === null ? [null] : ['prod', 'staging']
  return {
    unit: 'placements',
    from: times[0],
    to: times.at(-1),
    step: '1h',
    tz: 'UTC',
    as_of: times.at(-1),
    left_out: 0,
    series: keys.flatMap((key) => names.map((name, index) => line(key, name, index * 10))),
    markers: [{ t: times[10], change: 4, text: 'Target the demo applications' }],
  }
}

/** Whole hours a day ago, so that what is shown doesn't depend on when the test runs. */
const MIDNIGHT = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 24 * HOUR_MS

async function withSeries(page: Page) {
  await page.route('**/api/v1/observed/series?**', (route) => {
    const { searchParams } = new URL(route.request().url())
    const metric = searchParams.get('metric') ?? ''
    return route.fulfill({ json: made(metric, MIDNIGHT, searchParams.get('by')) })
  })
}

/** The texts of a page as the server sends it, with a bar between them. */
async function sentTexts({ request }: Page, path: string): Promise<string> {
  const html = await (await request.get(path)).text()
  return html.replaceAll('<!-- -->', '').replaceAll(/(?:<[^>]*>)+/g, '|')
}

test('each figure is the number of rows of the list that it leads to', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await report(page, CLUSTER, { 'ieb/app1': { health: 'Degraded' } })
  // What clusters report goes on being counted, so it is looked at until all of it is of one time.
  await expect(async () => {
    await page.goto('/')
    for (const name of [
      /^Healthy/,
      /^Unhealthy/,
      /^Drifted/,
      /^Behind/,
      /^Unknown/,
      /^Stuck/,
      /^Silent clusters/,
    ]) {
      const figure = now(page).getByRole('link', { name })
      const [count = ''] = /\d[\d,]*/.exec((await figure.innerText()).replace(/\s+/g, ' ')) ?? []
      const list = await figure.getAttribute('href')
      expect(list).toMatch(/^\/(placements|clusters)\?(state|freshness)=/)
      const total = count === '0' ? 'Nothing matches' : `of ${count}\\b|\\|${count} rows?\\|`
      const isTotal = new RegExp(total).test(await sentTexts(page, list ?? ''))
      expect([list, count, isTotal]).toEqual([list, count, true])
    }
  }).toPass()
})

test('what is wrong leads to the placements of a cluster and of an application', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await report(page, CLUSTER, { 'ieb/app1': { health: 'Degraded' } })
  await page.goto('/')
  await expect(page.getByText('Set up this tenant')).toHaveCount(0)
  await card(page, 'Worst clusters').getByRole('link', { name: CLUSTER }).click()
  await expect(page.getByRole('row', { name: /^ieb \/ app1 / })).toContainText('Degraded')
  await page.goto('/')
  await card(page, 'Worst applications').getByRole('link', { name: 'app1' }).click()
  await expect(page).toHaveURL(/namespace=ieb&application=app1&state=failed/)
})

test('the head says how large the fleet is; a chart is read with keys, as a table, and leads to the list behind a step', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await withSeries(page)
  await page.goto('/?screen=fleet')
  const sizes = page.getByRole('list', { name: 'The fleet' }).getByRole('link')
  await expect(sizes).toHaveText([
    /\d applications$/,
    /\d clusters$/,
    /\d config schemas$/,
    /\d configs$/,
    /\d policies$/,
    /\d teams$/,
  ])
  const health = card(page, 'Health')
  await expect(health).toContainText(/by the hour · counted since .+ 06:00/)
  await plot(page, 'Health').focus()
  await expect(health.getByText(/00:00: nothing is known/)).toBeAttached()
  for (let hour = 0; hour < 10; hour++) await page.keyboard.press('ArrowRight')
  const spoken =
    /10:00: Failed 10 placements; Unknown 20 placements; Healthy 30 placements; change 4/
  await expect(health.getByText(spoken)).toBeAttached()
  await page.keyboard.press('t')
  const row = health.getByRole('row', { name: / 10:00 / })
  await expect(row.getByRole('cell')).toHaveText(['10', '20', '30', '#4'])
  await expect(
    health
      .getByRole('row', { name: / 03:00 / })
      .getByRole('cell')
      .first(),
  ).toHaveText('–')
  await health.getByRole('button', { name: 'Health as a table' }).click()

  await plot(page, 'Health').focus()
  for (let hour = 0; hour < 7; hour++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/placements\?state=failed.+&at=/)
  expect(new URL(page.url()).searchParams.get('at')).toBe(
    new Date(MIDNIGHT + 7 * HOUR_MS).toISOString(),
  )
})

test('a series can be left out, and a mark leads to its change', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await withSeries(page)
  await page.goto('/?screen=fleet')
  const bars = plot(page, 'Health').locator('.recharts-bar')
  await expect(bars).toHaveCount(3)
  const healthy = card(page, 'Health').getByRole('button', { name: /^Healthy/ })
  await healthy.click()
  await expect(healthy).toHaveAttribute('aria-pressed', 'false')
  await expect(bars).toHaveCount(2)
  await plot(page, 'Health').locator('[data-change="4"]').click()
  await expect(page).toHaveURL('/changes/4')
})

test('the address says range, time zone, groups and comparison, and keeps them', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await withSeries(page)
  await page.goto('/?screen=fleet')
  await page.getByRole('list', { name: 'Range' }).getByRole('link', { name: '7 d' }).click()
  await expect(page).toHaveURL('/?range=7d')
  await page.getByLabel('Groups').selectOption('By environment')
  await expect(page).toHaveURL('/?range=7d&by=environment')
  await page.getByLabel('Time zone').selectOption('Australia/Sydney')
  await expect(page).toHaveURL(/tz=Australia%2FSydney/)
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/compare=previous/)
  await page.reload()
  await expect(page.getByLabel('Groups')).toHaveValue('environment')
  await expect(page.getByLabel('Time zone')).toHaveValue('Australia/Sydney')
  await expect(card(page, 'Health').getByRole('heading', { name: 'staging' })).toBeVisible()
  await page.getByRole('button', { name: 'From, until' }).click()
  await page.getByLabel('From (Australia/Sydney)').fill('2026-11-01T00:00')
  await page.getByLabel('Until (Australia/Sydney)').fill('2026-11-08T12:30')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/from=2026-11-01T00%3A00&to=2026-11-08T12%3A30&tz=Australia/)
})

test('a team has the same page, to which its own leads', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/teams/ieb')
  await page.getByRole('link', { name: 'How it runs' }).click()
  await expect(page).toHaveURL('/?namespace=ieb')
  await expect(page.getByRole('heading', { level: 1, name: 'ieb' })).toBeVisible()
  await expect(now(page).getByRole('link', { name: /^On silent clusters/ })).toHaveAttribute(
    'href',
    '/placements?namespace=ieb&freshness=stale%2Cnone&silence=unplanned',
  )
  expect((await page.goto('/?namespace=nobody'))?.status()).toBe(404)
})

test('versions are found by name, and a commit by its digits', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await report(page, CLUSTER)
  await page.goto('/')
  const versions = card(page, 'Versions').first()
  await versions.getByLabel('Application').fill('app1')
  await versions.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL('/?screen=fleet&q=app1#versions')
  await expect(versions.getByRole('rowheader')).toHaveText(['ieb / app1'])
  await versions.getByLabel('Is this commit everywhere?').fill('a1b')
  await versions.getByRole('button', { name: 'Ask' }).click()
  await expect(versions.getByText('At least its first seven digits.')).toBeVisible()
  await versions.getByLabel('Is this commit everywhere?').fill('a1b2c3d4e5')
  await versions.getByRole('button', { name: 'Ask' }).click()
  await expect(page).toHaveURL('/commits/a1b2c3d4e5')
})

test('what is looked for while the page is shown anew is found, and the page stays', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/')
  await page.evaluate(() => Reflect.set(globalThis, 'loadedOnce', true))
  // A refresh is on its way when somebody clicks, and is answered before what they look for.
  const refresh = Promise.withResolvers<void>()
  const find = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const isFind = new URL(route.request().url()).searchParams.has('q')
      if (isFind) find.resolve()
      else refresh.resolve()
      await find.promise
      await route.continue()
    },
  )
  await report(page, CLUSTER, { 'ieb/app1': { health: 'Degraded' } })
  await refresh.promise
  const versions = card(page, 'Versions').first()
  await versions.getByLabel('Application').fill('app1')
  await versions.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL('/?screen=fleet&q=app1#versions')
  await expect(versions.getByRole('rowheader')).toHaveText(['ieb / app1'])
  expect(await page.evaluate(() => Reflect.get(globalThis, 'loadedOnce'))).toBe(true)
})

test('charts, tables and lists are accessible in both themes and fit a phone', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await withSeries(page)
  await page.goto('/?by=environment&compare=previous')
  await expect(plot(page, 'Health').first()).toBeVisible()
  await card(page, 'Drift').getByRole('button', { name: 'Drift as a table' }).click()
  await expect(card(page, 'Drift').getByRole('table').first()).toBeVisible()
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
})
