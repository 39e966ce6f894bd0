// What an admin says of a cluster's own Argo CD.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { expectSaved, impactOf, ownPortal } from './support/forms.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const CLUSTER = '/clusters/east-nsw-newcastle-01'

const { pageAs } = ownPortal()

test('its project default is emptied knowingly', async ({ browser }) => {
  const page = await pageAs(browser, 'Ada Admin')
  await page.goto(`${CLUSTER}/edit`)
  const choice = page.getByRole('group', { name: 'Argo CD’s project default' })
  await expect(choice.getByRole('radio', { name: /^Leave it/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^Empty it/ }).check()
  await expect(impactOf(page)).toContainText('Every Application in the project default')
  expect((await new AxeBuilder({ page }).withTags(WCAG).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(CLUSTER)
  await expect(page.getByText('Emptied: it permits nothing')).toBeVisible()
})

test('its namespace stays where it is while something is placed there', async ({ browser }) => {
  const page = await pageAs(browser, 'Ada Admin')
  await page.goto(`${CLUSTER}/edit`)
  const field = page.getByLabel('Argo CD’s namespace')
  await field.fill('openshift-gitops')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/only while nothing is placed there/)
})
