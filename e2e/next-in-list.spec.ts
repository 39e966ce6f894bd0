import { expect } from '@playwright/test'
import { test } from './support/test.ts'

test('from an object that was opened from a list one goes on to the next, in the order of the list', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%3Deast&sort=-name&limit=4')
  const rows = page.getByRole('table').getByRole('rowheader').getByRole('link')
  const names = await rows.allTextContents()
  await rows.nth(1).click()
  const heading = page.getByRole('heading', { level: 1 })
  const place = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(heading).toHaveText(names[1]!)
  await expect(place).toContainText('2 of 10')

  await page.getByRole('link', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/tab=timeline/)
  await page.keyboard.press(']')
  await expect(heading).toHaveText(names[2]!)
  await expect(page).toHaveURL(/tab=timeline/)
  await page.reload()
  await expect(place).toContainText('3 of 10')
  await place.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(heading).toHaveText(names[3]!)

  await place.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(heading).toHaveText('Clusters')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('5–8 of 10')
  await rows.first().click()
  await expect(place).toContainText('5 of 10')
  await page.keyboard.press('[')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–4 of 10')
})

test('an object that the opened list hasn’t says nothing of a place in it', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%3Deast')
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/clusters/west-wa-perth-01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('west-wa-perth-01')
  const place = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(place.getByRole('link', { name: 'Clusters' })).toBeVisible()
  await expect(place).not.toContainText(' of ')
})
