import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

const APPLICATION = 'app1'
const TEAM = 'ieb'
const CLUSTER = 'east-nsw-newcastle-01'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Applications by clusters' })

/** The cell at a place, where line 0 has the heads. */
const at = (page: Page, row: number, column: number) =>
  gridOf(page).locator(`[data-place="${row}:${column}"]`)

/** Where the cell that has the focus is. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-place'))

test('the matrix is read by keyboard alone: cells, groups, and why a pair is as it is', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/matrix?appSelector=name=app1&clusterSelector=region=east')
  await expect(at(page, 2, 2)).toHaveAccessibleName(/\w/)
  await at(page, 0, 0).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('2:0')
  await page.keyboard.press('End')
  const last = await focused(page)
  expect(last).not.toBe('2:0')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('2:2')

  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('Why it is')
  await expect(panel.getByRole('link', { name: 'Open the page' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect.poll(() => focused(page)).toBe('2:2')
  expect(new URL(page.url()).searchParams.has('cell')).toBe(false)

  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(at(page, 1, 0)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(at(page, 1, 0)).toHaveAttribute('aria-expanded', 'false')
  await expect(at(page, 2, 0)).toBeHidden()
  expect(new URL(page.url()).searchParams.getAll('closedRows')).toEqual([`namespace=${TEAM}`])
})

test('a count leads to the placements behind it, and the whole to its list', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`/matrix?namespace=${TEAM}&appSelector=name=${APPLICATION}`)
  await at(page, 1, 1).click()
  const panel = page.getByRole('dialog')
  const first = panel.getByRole('listitem').first().getByRole('link')
  const count = (await first.textContent())!.replaceAll(/\D/g, '')
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Placements' })).toBeVisible()
  const shown = new URL(page.url()).searchParams
  expect(shown.get('namespace')).toBe(TEAM)
  expect(shown.get('clusterSelector')).toMatch(/^environment=/)
  await expect(page.getByRole('main')).toContainText(new RegExp(`\\b${count}\\b`))

  await page.goBack()
  await page.getByRole('link', { name: 'As a table' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Placements' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('appSelector')).toBe(`name=${APPLICATION}`)
})

test('an address leads to the explanation of its cell, beside the matrix', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`/matrix?cell=${TEAM}/${APPLICATION}/${CLUSTER}`)
  await expect(page.getByRole('dialog', { name: `${APPLICATION} on ${CLUSTER}` })).toBeVisible()
})

test('it opens by its keys, is coloured by what is chosen, and is accessible so', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1, name: 'Matrix' })).toBeVisible()
  for (const [colour, word] of [
    ['version', 'The newest version'],
    ['lag', 'What is wanted is there'],
    ['policy', 'Several policies'],
  ]) {
    await page.getByLabel('Colour').selectOption(colour!)
    await expect(page.getByRole('list', { name: 'Legend' })).toContainText(word!)
    expect(new URL(page.url()).searchParams.get('colour')).toBe(colour)
    await expectAccessibleInBothThemes(page)
  }
})

test('on a phone it is a list of teams in counts', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/matrix')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(gridOf(page)).toBeHidden()
  const teams = page.getByRole('list', { name: 'Placements by team' })
  await expect(teams.getByRole('link', { name: TEAM })).toBeVisible()
  await expectToFitPhone(page)
})

test('it draws the lines in sight alone, and says how many there are', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/matrix')
  const grid = gridOf(page)
  await expect(at(page, 1, 1)).toBeVisible()
  const rows = Number(await grid.getAttribute('aria-rowcount'))
  const columns = Number(await grid.getAttribute('aria-colcount'))
  const cells = await grid.getByRole('gridcell').count()
  expect(rows * columns).toBeGreaterThan(0)
  expect(cells).toBeLessThan(3000)
})
