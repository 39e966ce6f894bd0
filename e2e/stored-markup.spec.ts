// What people write is shown as they wrote it: it runs nothing and calls no other host.
import { expect, type Page } from '@playwright/test'
import { CANARY, HOSTILE_ADDRESSES, HOSTILE_TEXTS, MARK } from './support/hostile-texts.ts'
import { listenForRefusals } from './support/policy.ts'
import { openSite, type OwnSite, pagesOf, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

/** Allows all the refused requests below: each text is sent to five places. */
const MANY_REFUSALS = { BERTH_RATE_PER_SECOND: '10000', BERTH_RATE_BURST: '10000' }

let portal: OwnSite
test.use(pagesOf(() => portal))
/** The numbers of the changes that the tests made, whose reasons hold the texts. */
const changes: string[] = []
const description = HOSTILE_TEXTS.join(' ')
const half = Math.ceil(HOSTILE_TEXTS.length / 2)
const REASONS = [HOSTILE_TEXTS.slice(0, half), HOSTILE_TEXTS.slice(half)].map((texts) =>
  texts.join(' '),
)

async function create(collection: string, body: object, reason = ''): Promise<Response> {
  return fetch(`${portal.url}/api/v1${collection}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${portal.token}`,
      'Content-Type': 'application/json',
      'Berth-Reason': encodeURIComponent(reason),
    },
  })
}

const team = { name: 'ieb', description }
const cluster = { name: 'east-1', description, environment: 'dev', metadata: { region: 'east' } }
const application = {
  name: 'app1',
  description,
  namespace: 'ieb',
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'main',
  repo_path: 'deploy',
  metadata: { common: 'true' },
}
const policy = {
  name: 'everywhere',
  description,
  app_selector: { common: 'true' },
  cluster_selector: { region: 'east' },
}

test.beforeAll(async ({ browser }) => {
  portal = await openSite(browser, ['--empty'], MANY_REFUSALS)
  const objects = { teams: team, clusters: cluster, applications: application }
  for (const [index, [collection, body]] of Object.entries({
    ...objects,
    'target-policies': policy,
  }).entries()) {
    const answer = await create(`/${collection}`, body, REASONS[index % REASONS.length])
    expect(answer.status, await answer.clone().text()).toBe(201)
    changes.push(answer.headers.get('berth-change') ?? '')
  }
})
test.afterAll(() => portal.close())

type Heard = { readonly asked: readonly string[]; readonly refused: readonly string[] }

/** What a page asks of other hosts and opens, and what the policy refuses, from the next address on. */
async function listenTo(page: Page): Promise<Heard> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) asked.push(request.url())
  })
  page.on('dialog', (dialog) => {
    asked.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { asked, refused: await listenForRefusals(page) }
}

async function expectNothingRan(page: Page, { asked, refused }: Heard) {
  expect(await page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(undefined)
  expect([...asked, ...refused]).toEqual([])
  expect(new URL(page.url()).origin).toBe(portal.url)
}

test.describe('each text that would run', () => {
  test.setTimeout(180_000)

  test('is shown, and does not, wherever objects and changes are described', async ({ pageAs }) => {
    const page = await pageAs('Ada Admin')
    const heard = await listenTo(page)
    const details = ['/teams/ieb', '/clusters/east-1', '/applications/ieb/app1']
    const described = [...details, '/policies/everywhere']
    const others = ['/', '/teams', '/clusters', '/applications', '/policies', '/placements']
    const reasons = ['/changes', '/history', ...changes.map((id) => `/changes/${id}`)]
    const explanation = '/placements/ieb/app1/east-1'
    for (const path of described) {
      await page.goto(path)
      await expect(page.getByText(HOSTILE_TEXTS[0]!).first()).toBeVisible()
      await page.goto(`${path}/edit`)
      await expect(page.getByLabel('Description')).toHaveValue(description)
      await expectNothingRan(page, heard)
    }
    for (const path of [...others, ...reasons, explanation]) {
      await page.goto(path)
      await expectNothingRan(page, heard)
    }
    await page.goto(`/changes/${changes[0]}`)
    await expect(page.getByText(HOSTILE_TEXTS[0]!).first()).toBeVisible()
  })

  test('is an address or a filter like any other', async ({ pageAs }) => {
    const page = await pageAs('Ada Admin')
    const heard = await listenTo(page)
    for (const text of [...HOSTILE_ADDRESSES, ...REASONS]) {
      const escaped = encodeURIComponent(text)
      for (const path of [`/clusters?q=${escaped}&labelSelector=${escaped}`, `/teams/${escaped}`]) {
        await page.goto(path)
        await expect(page.getByRole('main')).toBeVisible()
        await expectNothingRan(page, heard)
      }
    }
  })
})

test('labels, names and addresses of repositories hold none of them', async () => {
  for (const text of HOSTILE_TEXTS) {
    const wrong = [
      ['/clusters', { ...cluster, name: 'east-2', metadata: { region: text } }],
      ['/clusters', { ...cluster, name: 'east-2', metadata: { [text]: 'x' } }],
      ['/clusters', { ...cluster, name: text }],
      ['/applications', { ...application, name: 'app2', repo_url: text }],
      ['/teams', { name: 'other', groups: [{ id: text, role: 'reader' }] }],
    ] as const
    for (const [collection, body] of wrong) {
      expect((await create(collection, body)).status, JSON.stringify(body)).toBe(422)
    }
  }
})

test('markup that does get into a page still runs nothing and asks nobody', async ({ page }) => {
  const refused = await listenForRefusals(page)
  await page.goto(`${portal.url}/sign-in`, { waitUntil: 'networkidle' })
  const answers: string[] = []
  page.on('response', (response) => answers.push(response.url()))
  // Without the refresh, because a policy doesn't stop navigation.
  const markup = HOSTILE_TEXTS.filter((text) => !text.includes('refresh'))
  await page.evaluate((texts) => {
    for (const html of texts) {
      document.body.appendChild(document.createElement('div')).innerHTML = html
    }
  }, markup)
  for (const directive of [
    'script-src-attr',
    'img-src',
    'style-src-elem',
    'base-uri',
    'frame-src',
  ]) {
    await expect.poll(() => refused.join('\n')).toContain(directive)
  }
  expect(await page.evaluate((name) => Reflect.get(globalThis, name), MARK)).toBe(undefined)
  expect(answers.filter((url) => url.includes(CANARY))).toEqual([])
})
