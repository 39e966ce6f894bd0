import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

const POLICY = '/policies/app1_to_east?tab=relations'

const graphOf = (page: Page) => page.getByRole('region', { name: 'Graph' })

test('a policy’s relations are a graph of links, read by columns and opened by keyboard alone', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/app1_to_east')
  await page.getByRole('link', { name: 'Relations' }).click()
  await expect(page).toHaveURL(POLICY)
  const links = graphOf(page).getByRole('link')
  await expect(links.filter({ hasText: 'app1_to_east' })).toHaveAttribute('aria-current', 'true')
  const names = await links.allTextContents()
  const kinds = names.map((name) => /^(Team|Application|Policy|Cluster)/.exec(name)?.[1])
  expect([...new Set(kinds)]).toEqual(['Team', 'Application', 'Policy', 'Cluster'])
  expect(kinds).toEqual(kinds.toSorted((a, b) => inOrder(a) - inOrder(b)))
  await expectAccessibleInBothThemes(page, 'main')

  await links.first().focus()
  await page.keyboard.press('Tab')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(teams|applications)\//)
})

const inOrder = (kind: string | undefined) =>
  ['Team', 'Application', 'Policy', 'Cluster'].indexOf(kind ?? '')

test('the list says what the graph says, by its address, and is all that a phone shows', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto(POLICY)
  await expect(graphOf(page).getByRole('link').first()).toBeVisible()
  const drawn = await graphOf(page).getByRole('link').count()
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await expect(page).toHaveURL(`${POLICY}&as=list`)
  const card = page.getByRole('region', { name: 'Relations' })
  await expect(card.getByRole('listitem')).toHaveCount(drawn)
  await expect(card).toContainText('places on')
  await expectAccessibleInBothThemes(page, 'main')

  await page.goto(POLICY)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(graphOf(page)).toBeHidden()
  await expect(card.getByRole('listitem').first()).toBeVisible()
  await expectToFitPhone(page)
})

test('many clusters stand together in counts that lead to the list of them', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/ieb/app1?tab=relations&as=list')
  const group = page
    .getByRole('list', { name: 'Clusters' })
    .getByRole('link', { name: /^\d+ clusters?$/ })
    .first()
  const count = /\d+/.exec((await group.textContent())!)![0]
  await group.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Placements' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('application')).toBe('app1')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
})

test('someone of a team sees of a cluster what their team has there, and no more', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/clusters/east-nsw-newcastle-01?tab=relations&as=list')
  const teams = page.getByRole('list', { name: 'Teams' }).getByRole('link')
  await expect(teams).toHaveText(['ieb'])
})
