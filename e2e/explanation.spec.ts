import { expect } from '@playwright/test'
import { takeFirst } from './support/completion.ts'
import { test } from './support/test.ts'

test('a placement is explained term by term, with what the labels say', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  await expect(page.getByText('Placed', { exact: true })).toBeVisible()
  await expect(page.getByText('It is given by the policy app1_to_east')).toBeVisible()
  await expect(page.getByText('Isolation of teams there: Team accounts alone')).toBeVisible()
  const policy = page.getByRole('article').filter({ hasText: 'app1_to_east' })
  await expect(policy).toContainText('Gives this placement')
  await expect(policy.getByRole('listitem').filter({ hasText: 'common=true' })).toContainText(
    'the application says true',
  )
  await expect(policy.getByRole('listitem').filter({ hasText: 'region=east' })).toContainText(
    'the cluster says east',
  )
})

test('a pair that isn’t placed names the term that misses', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  const policy = page.getByRole('article').filter({ hasText: 'ieb-machines' })
  const miss = policy.getByRole('listitem').filter({ hasText: 'region in (south,west)' })
  await expect(miss).toContainText('Does not hold:')
  await page.goto('/placements/payments/settlement/central-akl-auckland-01')
  await expect(page.getByText('Not placed', { exact: true })).toBeVisible()
})

test('a policy that is overruled only would give the placement', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=environment%3Dprod,edge%3Dtrue,region%3Dwest')
  const names = page.getByRole('table').getByRole('rowheader').getByRole('link')
  const cluster = await names.first().textContent()
  await page.goto('/applications?labelSelector=wave%3Dpilot,namespace%3Dieb')
  await names.first().click()
  await page.getByRole('combobox', { name: 'Cluster' }).fill(cluster ?? '')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByText('Not placed', { exact: true })).toBeVisible()
  const policy = page.getByRole('article').filter({ hasText: 'ieb-machines' })
  await expect(policy).toContainText('Would give it')
  await expect(page.getByText('Gives this placement')).toHaveCount(0)
})

test('an application leads to the answer for a cluster where it isn’t placed', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/applications/payments/settlement')
  const field = page.getByRole('combobox', { name: 'Cluster' })
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(field).toHaveAccessibleDescription('Choose a cluster.')
  await field.fill('akl-auckland')
  await page.getByRole('option', { name: 'central-akl-auckland-01' }).click()
  await expect(page).toHaveURL('/placements/payments/settlement/central-akl-auckland-01')
  await expect(page.getByText('Why it is not there')).toBeVisible()
})

test('a cluster leads to the answer for an application that isn’t placed, by keyboard', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  const at = new Date().toISOString()
  await page.goto(`/clusters/central-akl-auckland-01?at=${at}`)
  const field = page.getByRole('combobox', { name: 'Application' })
  await field.fill('settlement')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Choose an application, as team/application.')
  await field.fill('payments/settl')
  await expect(page.getByRole('option')).toHaveCount(1)
  await takeFirst(page, page.getByRole('option'))
  await expect(page).toHaveURL(
    `/placements/payments/settlement/central-akl-auckland-01?at=${encodeURIComponent(at)}`,
  )
  await expect(page.getByText('Not placed', { exact: true })).toBeVisible()
})

test('a pair can be explained as of a time, by the form on the page', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  const nextYear = new Date().getUTCFullYear() + 1
  await page.getByLabel('As of', { exact: true }).fill(`${nextYear}-01-02 03:04`)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(new RegExp(`at=${nextYear}-01-02T03%3A04`))
  await expect(page.getByText('is still to come: this is how it is now')).toContainText(
    '03:04:00 UTC',
  )
  const past = await page.goto('/placements/ieb/app1/east-nsw-newcastle-01?at=2001-01-01')
  expect(past?.status()).toBe(404)
})
