import { expect } from '@playwright/test'
import { test } from './support/test.ts'

const team = { name: 'foreign', description: 'Never to be made' }
const dryRun = '/api/v1/teams?dryRun=true'

test('the session opens the API to reads, and to writes of the portal’s own origin', async ({
  pageAs,
  baseURL,
}) => {
  const page = await pageAs('Ada Admin')
  const read = await page.request.get('/api/v1/teams')
  expect(read.status()).toBe(200)
  const write = await page.request.post(dryRun, { data: team, headers: { Origin: baseURL! } })
  expect(write.status()).toBe(200)
  const fetched = await page.request.post(dryRun, {
    data: team,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(fetched.status()).toBe(200)
})

const foreign: Readonly<Record<string, Record<string, string>>> = {
  none: {},
  null: { Origin: 'null' },
  'of another site': { Origin: 'https://example.com' },
  malformed: { Origin: 'http://[' },
  'that a forwarding header claims': {
    Origin: 'https://example.com',
    'X-Forwarded-Host': 'example.com',
  },
  'foreign, though the browser says same-origin': {
    Origin: 'https://example.com',
    'Sec-Fetch-Site': 'same-origin',
  },
}

for (const [name, headers] of Object.entries(foreign)) {
  test(`a write with an origin ${name} is refused`, async ({ pageAs }) => {
    const page = await pageAs('Ada Admin')
    const answer = await page.request.post(dryRun, { data: team, headers })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'origin_foreign' })
    const form = await page.request.post('/teams', { form: { name: 'foreign' }, headers })
    expect(form.status()).toBe(403)
  })
}

test('a token needs no origin, and a cookie that nobody sealed opens nothing', async ({
  request,
}) => {
  const answer = await request.post(dryRun, {
    data: team,
    headers: { Cookie: 'berth-session=forged' },
  })
  expect(answer.status()).toBe(401)
})
