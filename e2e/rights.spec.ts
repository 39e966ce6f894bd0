// What people with few rights find on every page: no enabled control is refused, and a disabled one says why and which group
// would allow it.
import { expect, type Page } from '@playwright/test'
import { expectAccessible, WITH_SHELL } from './support/accessible.ts'
import { PAGES } from './support/pages.ts'
import { type Person } from './support/sign-in.ts'
import { test } from './support/test.ts'

/** Buttons that only show something, on whichever page. A new button must be listed here, in `SHOWING_ON` or in `WRITES`. */
const SHOWING =
  /^(Export|Filter|Copy .*|Views|Columns|Group by|Choose: .*|Another .*|Filters and groups.*)$/

/** Those of single pages. */
const FIRST_SCREENS = /^(Ask|Find|From, until|Placements|Matrix|Clusters|Policies)$/
const SHOWING_ON: Readonly<Record<string, RegExp>> = {
  '/': FIRST_SCREENS,
  // Whoever may not review gets the first page.
  '/?screen=review': FIRST_SCREENS,
  '/settings/access?group=nobody': /^Show$/,
  '/applications/ieb/app1': /^Explain$/,
  '/applications/analytics/model-cache': /^Explain$/,
  '/applications/store-ops/door-access': /^Explain$/,
  '/placements/ieb/app1/east-nsw-newcastle-01': /^Show$/,
  '/clusters/east-nsw-newcastle-01': /^Explain$/,
  '/clusters/central-wlg-wellington-01': /^Explain$/,
  '/clusters/east-nsw-newcastle-01?tab=onboarding': /^Download berth-notifications\.yaml$/,
}

/** The controls that lead to a write, by person and page. */
const WRITES = {
  'Rita Reader': { '/team-requests': ['Ask for a team'], '/settings/tokens': ['New token'] },
  'Ines of ieb': {
    '/team-requests': ['Ask for a team'],
    '/': ['New application'],
    '/applications?limit=10': ['New application'],
    '/policies': ['New policy'],
    '/configs': ['New config'],
    '/config-schemas': ['New config schema', 'Create a config schema'],
    '/alert-rules': ['New alert rule', 'Create an alert rule'],
    '/subscriptions': ['New subscription', 'Create a subscription'],
    '/freezes': ['New freeze', 'Create a freeze'],
    '/reports': ['New report', 'Create a saved report'],
    '/reports/new': ['Create'],
    '/rollouts': ['Roll out'],
    '/applications/ieb/app1': ['Edit', 'Delete', 'Announce a version'],
    '/applications/ieb/app1?tab=relations&as=list': ['Edit', 'Delete'],
    '/applications/ieb/app1?tab=dependencies': ['Edit', 'Delete'],
    '/applications/ieb/app1/versions': ['Announce a version'],
    '/teams/ieb': ['Ask for more', 'New webhook'],
    '/teams/ieb/ask': ['Remove label 1', 'Add a label', 'Send the request'],
    '/teams/ieb?tab=timeline': ['Ask for more'],
    '/settings/tokens': ['New token'],
  },
} satisfies Partial<Record<Person, Readonly<Record<string, readonly string[]>>>>

const EVERY_FORM = [
  '/clusters/new',
  '/teams/new',
  '/registration-tokens/new',
  '/clusters/east-nsw-newcastle-01/edit',
  '/cluster-types/new',
  '/cluster-types/hub/edit',
  '/configs/logging/edit',
  '/teams/ieb/edit',
]
const FORMS = {
  open: {
    'Rita Reader': ['/team-requests/new'],
    'Ines of ieb': ['/team-requests/new', '/teams/ieb/ask', '/applications/new', '/policies/new'],
  },
  refused: {
    'Rita Reader': [
      ...EVERY_FORM,
      '/applications/new',
      '/policies/new',
      '/applications/ieb/app1/edit',
      '/policies/app1_to_east/edit',
      '/teams/ieb/ask',
    ],
    'Ines of ieb': EVERY_FORM,
  },
}

/** Next.js draws what isn't there only in the browser. */
async function drawn(tab: Page, path: string): Promise<string> {
  await tab.goto(path)
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab.content()
}

/**
 * The content of a page as the server sends it, in a tab that shows nothing and runs nothing of it: what people may do doesn't
 * depend on scripts. `enabled`: the names of the controls, except plain links and `SHOWING`; `reasons`: of those disabled.
 */
async function sentContent(tab: Page, path: string) {
  const answer = await tab.request.get(path)
  const html = answer.status() === 404 ? await drawn(tab, path) : await answer.text()
  const sent = await tab.evaluate((text) => {
    const page = new DOMParser().parseFromString(text, 'text/html')
    // What comes later has its place in the content, but stands beside it until a script puts it there.
    const all = (selector: string) => [
      ...page.querySelectorAll(`:is(main, [hidden][id^="S:"]) :is(${selector})`),
    ]
    const reasonOf = (one: Element) =>
      page.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    return {
      headings: all('h1').length,
      forms: all('form, button').length,
      text: page.querySelector('main')?.textContent ?? '',
      enabled: all(
        'button:enabled:not([aria-disabled=true]), a[href$="/new"], a[href$="/edit"], a[href$="/ask"]',
      ).map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()),
      reasons: all('[aria-disabled=true]').map(reasonOf),
    }
  }, html)
  expect(sent.headings, path).toBe(1)
  return {
    ...sent,
    enabled: sent.enabled.filter((name) => !SHOWING.test(name) && !SHOWING_ON[path]?.test(name)),
  }
}

for (const person of ['Rita Reader', 'Ines of ieb'] as const) {
  test(`${person} finds no control that fails, and each that is disabled names a group`, async ({
    pageAs,
  }) => {
    const tab = await pageAs(person)
    const found: Record<string, string[]> = {}
    const given: string[] = []
    for (const path of [...Object.values(PAGES), '/team-requests']) {
      const { enabled, reasons } = await sentContent(tab, path)
      if (enabled.length > 0) found[path] = enabled
      given.push(...reasons)
    }
    expect(found).toEqual(WRITES[person])
    expect(given.length).toBeGreaterThan(0)
    for (const reason of given) expect(reason).toMatch(/^Only .* may .*[Gg]roup .* allow it\.$/)
  })

  test(`${person} finds each form open for writing, or closed with the reason`, async ({
    pageAs,
  }) => {
    const page = await pageAs(person)
    for (const path of FORMS.open[person]) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^(Create|Send the request)$/ })).toBeEnabled()
    }
    const tab = await pageAs(person)
    for (const path of FORMS.refused[person]) {
      const { text, forms } = await sentContent(tab, path)
      expect([path, forms]).toEqual([path, 0])
      expect(text, path).toContain('You may not change this')
      expect(text, path).toMatch(/Only .* would allow it\./)
    }
  })
}

test('a member of a team edits what the team owns from its page', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/applications/ieb/app1')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByText('Removed').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('a disabled control tells why by mouse and by keyboard, and does nothing else', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01')
  const remove = page.getByRole('button', { name: 'Delete' })
  const tooltip = page.getByRole('tooltip')
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(tooltip).toContainText('Only admins may change this cluster.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  // Without `force` Playwright waits until the button is enabled.
  await page.getByRole('button', { name: 'Edit' }).click({ force: true })
  await expect(tooltip).toContainText('would allow it.')
  await expect(page).toHaveURL('/clusters/east-nsw-newcastle-01')
  await expectAccessible(page)
})

test('the badge opens what a reader may do, what gives it, and what would give more', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/applications')
  const badge = page.getByRole('button', { name: 'Read-only' })
  await badge.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'What you may do' })
  await expect(panel.getByText('(Demo auditors) makes a reader')).toBeVisible()
  await expect(panel.getByText('Group Demo contributors')).toBeVisible()
  await expectAccessible(page, WITH_SHELL)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(badge).toBeFocused()
})

const PLACES = { 'Rita Reader': 29, 'Ines of ieb': 28, 'Nils Newcomer': 1 }

for (const person of ['Rita Reader', 'Ines of ieb', 'Nils Newcomer'] as const) {
  test(`the navigation of ${person} leads to nothing that they may not see`, async ({ pageAs }) => {
    const page = await pageAs(person)
    await page.goto('/team-requests')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const hrefs = await links.evaluateAll((found) => found.map((one) => one.getAttribute('href')))
    expect(hrefs).toHaveLength(PLACES[person])
    for (const href of hrefs) {
      // As the server sends it: what it says doesn't depend on scripts.
      const answer = await page.request.get(href ?? '')
      expect(answer.status(), `${person} at ${href}`).toBe(200)
      const [shown = ''] = (await answer.text()).split('</main>')
      expect(shown).not.toMatch(/You have no role here|You may not see/)
    }
  })
}
