import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

const ACCESS = '/settings/access'

async function give(page: Page, value: string, role: string, description = '') {
  await page.getByRole('button', { name: 'Give a role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group id').fill(value)
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Give the role' }).click()
}

const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

test('an admin gives a group a role, sees what it would allow, and takes it back', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(ACCESS)
  await give(page, 'e2e-auditors', 'Reader', 'Auditors of this test')
  const row = rowOf(page, 'Roles in the tenant', 'Auditors of this test')
  await expect(row.getByText('reader', { exact: true })).toBeVisible()

  await page.getByLabel('Or whoever has these groups').fill('nothing-here; e2e-auditors')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/group=nothing-here/)
  const clusters = page.getByRole('row', { name: /^Clusters / })
  await expect(clusters.getByRole('cell').first()).toHaveText('Yes')
  await expect(clusters.getByRole('cell').last()).toContainText(
    'Only admins may change this cluster.',
  )

  await row.getByRole('button', { name: 'Remove Auditors of this test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('no group and no app role gives them anything')).toBeVisible()
})

test('what is wrong with a grant is told in its form, which keeps what was typed', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(ACCESS)
  await give(page, 'Everyone', 'Admin')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Everybody is in this group')).toBeVisible()
  await expect(dialog.getByLabel('Group id')).toHaveValue('Everyone')
  await expect(dialog.getByLabel('Group id')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Everyone')).toHaveCount(0)
})

test('a reader sees who has which role, and why they may not change it', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/settings')
  await expect(page).toHaveURL(ACCESS)
  const button = page.getByRole('button', { name: 'Give a role' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  await expect(page.getByRole('tooltip')).toContainText(
    'Only admins may change the settings. Group ',
  )
})

test('whoever is in a team alone finds neither the grants nor the audit', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Team requests' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  await page.goto(ACCESS)
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await expect(tabs.getByRole('link', { name: 'Access' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Give a role' })).toHaveCount(0)
})

test('a question that nobody can read is told at the question', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`${ACCESS}?person=oidc%3Asomebody&group=x`)
  await expect(page.getByText('Ask about a person, or about groups and app roles.')).toBeVisible()
})

test('an admin says how often clusters report and what is counted, and others read it', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/settings/observed')
  const interval = page.getByLabel('Seconds between reports')
  const keys = page.getByLabel('Count by these labels of clusters')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(keys).toHaveAccessibleDescription(/counted from then on/)
  await interval.fill('10')
  await keys.fill('region\nno label')
  await save.click()
  await expect(interval).toHaveAccessibleDescription(/every 30 to 3,600 seconds/)
  await expect(interval).toHaveAttribute('aria-invalid', 'true')
  await interval.fill('90')
  await keys.fill('zone\nregion')
  await save.click()
  await expect(keys).toHaveValue('region\nzone')
  await expect(interval).toHaveValue('90')

  const reader = await pageAs('Rita Reader')
  await reader.goto('/settings/observed')
  await expect(reader.getByText('every 90 s')).toBeVisible()
  await expect(reader.getByText('zone', { exact: true })).toBeVisible()
  await expect(reader.getByRole('textbox')).toHaveCount(0)

  await interval.fill('60')
  await keys.fill('region')
  await save.click()
  await expect(keys).toHaveValue('region')
})
