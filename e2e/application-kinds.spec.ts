// The extra kinds that teams may deploy, as an admin edits the list and others read it.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { impactOf } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const PATH = '/settings/application-kinds'
const CLUSTERS = 60

test.use({ changesFleet: true })

const kinds = (page: Page) => page.getByLabel('Kinds', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

test('an admin sees what another list means before it is saved, and what is wrong with it', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(PATH)
  await expect(page.getByText('deployments.apps')).toBeVisible()
  await expect(impactOf(page)).toContainText('No cluster’s bootstrap is different')
  await expect(save(page)).toBeDisabled()
  await kinds(page).fill('roles.rbac.authorization.k8s.io')
  await expect(kinds(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(kinds(page)).toHaveAccessibleDescription(/its objects give rights/)
  await expect(save(page)).toBeDisabled()
  await kinds(page).fill('certificates.cert-manager.io')
  await expect(impactOf(page)).toContainText(
    `On ${CLUSTERS} clusters the bootstrap must be applied again`,
  )
  await expect(impactOf(page)).toContainText('hooks of Applications that are being deleted')
  await expect(impactOf(page)).toContainText('- cert-manager.io')
  await expectAccessibleInBothThemes(page)
})

test('it is saved with the number of clusters, and its change says what is left to do', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(PATH)
  await kinds(page).fill('certificates.cert-manager.io')
  await page.getByLabel('Reason').fill('Certificates of their own')
  const dialog = page.getByRole('dialog', { name: 'Change what teams may bring' })
  await expect(async () => {
    if (!(await dialog.isVisible())) await save(page).click({ timeout: 1_000 })
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await dialog.getByLabel(`Type ${CLUSTERS} to go on`).fill(String(CLUSTERS))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('by Ada Admin')).toBeVisible()
  await expect(kinds(page)).toHaveValue('certificates.cert-manager.io')

  await page.goto('/changes')
  const row = page.getByRole('row').filter({ hasText: 'Changed what teams may bring' })
  await expect(row).toContainText('Certificates of their own')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Impact' })).toContainText(
    `To be applied again by hand on ${CLUSTERS} clusters`,
  )
  await expect(page.getByRole('region', { name: 'Impact' })).toContainText(
    /Teams may also bring\s*certificates\.cert-manager\.io/,
  )
  const bootstraps = page.getByRole('region', { name: 'Bootstraps to apply again' })
  await expect(bootstraps.getByRole('listitem')).toHaveCount(CLUSTERS)
  await expect(bootstraps.getByRole('link', { name: 'east-nsw-newcastle-01' })).toHaveAttribute(
    'href',
    '/clusters/east-nsw-newcastle-01?tab=onboarding',
  )
  const download = page.waitForEvent('download')
  await bootstraps.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split(/\r?\n/)).toHaveLength(1 + CLUSTERS)
})

test('who may not change it reads both lists', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto(PATH)
  await expect(page.getByText('Read only: for admins to change')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Besides, in this tenant' })).toContainText(
    'certificates.cert-manager.io',
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('a member of a team finds no such page', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  const answer = await page.goto(PATH)
  expect(answer?.status()).toBe(404)
})
