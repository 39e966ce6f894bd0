// The headers of every answer.
import { expect } from '@playwright/test'
import { listenForRefusals, NONCE, nonceOfPage } from './support/policy.ts'
import { choosePerson } from './support/sign-in.ts'
import { test } from './support/test.ts'

test('the reference of the API runs its one script by the nonce, and makes none of text', async ({
  page,
}) => {
  const refused = await listenForRefusals(page)
  const answer = await page.goto('/api/docs', { waitUntil: 'networkidle' })
  await nonceOfPage(answer)
  // Its script tests whether `eval` is allowed.
  expect(refused.filter((text) => !text.startsWith('script-src eval'))).toEqual([])
})

test('menus, dialogs, themes and forms need no more than pages do', async ({ page }) => {
  const refused = await listenForRefusals(page)
  await page.goto('/teams')
  await choosePerson(page, 'Ada Admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  for (const theme of ['Dark', 'Light', 'As the system']) {
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  await page.getByRole('link', { name: 'ieb', exact: true }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Another')
  await expect(page.getByRole('region', { name: 'Impact', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  expect(refused).toEqual([])
})

test('a client chooses neither the nonce nor the policy', async ({ request }) => {
  const policy = "script-src 'nonce-mine' 'unsafe-inline'"
  const answer = await request.get('/sign-in', {
    headers: {
      'Content-Security-Policy': policy,
      'Content-Security-Policy-Report-Only': policy,
      'X-Nonce': 'mine',
      'X-Berth-Nonce': 'mine',
    },
  })
  expect(answer.headers()['content-security-policy']).toMatch(NONCE)
  expect(answer.headers()['content-security-policy-report-only']).toBe(undefined)
  expect(await answer.text()).not.toContain('mine')
})

const ANSWERS: Readonly<Record<string, number>> = {
  '/teams': 307,
  '/sign-in': 200,
  '/nowhere': 307,
  '/api/v1/teams': 401,
  '/api/v1/nowhere': 404,
  '/api/v1/openapi.json': 200,
  '/api/auth/csrf': 200,
  '/api/docs/scalar.js': 200,
  '/api/docs/problems': 200,
  '/icon.svg': 200,
  '/healthz': 200,
  '/metrics': 200,
  '/git/nothing.git/info/refs': 401,
  '/_next/static/nothing.js': 307,
  '/_next/image?url=%2Ficon.svg&w=64&q=75': 404,
  '/%': 400,
}

for (const [path, status] of Object.entries(ANSWERS)) {
  test(`the answer to ${path} carries every header, once`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(status)
    const once = (name: string) =>
      answer.headersArray().filter((header) => header.name.toLowerCase() === name)
    for (const [name, value] of [
      ['content-security-policy', NONCE],
      ['x-content-type-options', /^nosniff$/],
      ['x-frame-options', /^DENY$/],
      ['referrer-policy', /^same-origin$/],
      ['permissions-policy', /camera=\(\)/],
      ['cross-origin-opener-policy', /^same-origin$/],
      ['cross-origin-resource-policy', /^same-origin$/],
      ['x-request-id', /^[0-9a-f-]{36}$/],
    ] as const) {
      expect(once(name), name).toEqual([
        { name: expect.anything(), value: expect.stringMatching(value) },
      ])
    }
    expect(answer.headers()).not.toHaveProperty('x-powered-by')
  })
}

/** How a page is fetched: by the browser, by Next.js's router, and by its prefetching. */
const FETCHES: readonly Record<string, string>[] = [
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
]

test('each answer for a page has a nonce of its own, and is kept by nobody, however it is fetched', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  const nonces = new Set<string | undefined>()
  for (const path of ['/', '/teams', '/teams/ieb', '/clusters/nope']) {
    for (const headers of FETCHES) {
      const answer = (await page.request.get(path, { headers })).headers()
      expect(answer['cache-control'], path).toBe('private, no-store')
      nonces.add(NONCE.exec(answer['content-security-policy'] ?? '')?.[1])
    }
  }
  expect(nonces).not.toContain(undefined)
  expect(nonces.size).toBe(12)
})
