import { expect, test } from '@playwright/test'
import { signInAs } from './support/sign-in.ts'

test.beforeEach(({ page }) => signInAs(page, 'Rita Reader'))

test('a placement is explained term by term, with what the labels say', async ({ page }) => {
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  await expect(page.getByText('Placed', { exact: true })).toBeVisible()
  await expect(page.getByText('It is given by the policy app1_to_east')).toBeVisible()
  const policy = page.getByRole('article').filter({ hasText: 'app1_to_east' })
  await expect(policy).toContainText('Gives this placement')
  await expect(policy.getByRole('listitem').filter({ hasText: 'common=true' })).toContainText(
    'the application says true',
  )
  await expect(policy.getByRole('listitem').filter({ hasText: 'region=east' })).toContainText(
    'the cluster says east',
  )
})

test('a pair that isn’t placed names the term that misses', async ({ page }) => {
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  const policy = page.getByRole('article').filter({ hasText: 'ieb-machines' })
  const miss = policy.getByRole('listitem').filter({ hasText: 'region in (south,west)' })
  await expect(miss).toContainText('Does not hold:')
  await page.goto('/placements/payments/settlement/central-akl-auckland-01')
  await expect(page.getByText('Not placed', { exact: true })).toBeVisible()
})

test('a pair can be explained as of a time, by the form on the page', async ({ page }) => {
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  const nextYear = new Date().getUTCFullYear() + 1
  await page.getByLabel('As of (UTC)').fill(`${nextYear}-01-02T03:04`)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(new RegExp(`at=${nextYear}-01-02T03%3A04`))
  await expect(page.getByText('this is how it was, not how it is')).toContainText('03:04:00 UTC')
  const past = await page.goto('/placements/ieb/app1/east-nsw-newcastle-01?at=2001-01-01')
  expect(past?.status()).toBe(404)
})
