// Versions of an application as its page shows them, and the lists and the commit behind them.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { report, SOURCE_COMMIT } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const CLUSTER = 'east-nsw-newcastle-01'
const BUILT_OF = 'f'.repeat(40)

test('versions say where they run, and lead to these placements and to where they have arrived', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await report(page, CLUSTER, { 'ieb/app1': { revision: SOURCE_COMMIT } })
  const announce = (body: object) =>
    page.evaluate(
      async (sent) =>
        (
          await fetch('/api/v1/applications/ieb/app1/versions', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(sent),
          })
        ).status,
      body,
    )
  await page.goto('/')
  expect(await announce({ commit: SOURCE_COMMIT, name: 'v1', source_commit: BUILT_OF })).toBe(201)
  expect(await announce({ commit: 'e'.repeat(40), name: 'v2' })).toBe(201)

  await page.goto('/applications/ieb/app1')
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('row', { name: /^v2/ })).toContainText('no cluster')
  await versions.getByRole('button', { name: 'Announce a version' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nothing is rolled out by it')
  await dialog.getByLabel('Commit', { exact: true }).fill('main')
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog).toContainText('tags and branches move')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Commit', { exact: true }).fill('e'.repeat(40))
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog).toContainText('announced before, as version')
  await dialog.getByLabel('Commit', { exact: true }).fill('a'.repeat(40))
  await dialog.getByLabel('Name').fill('by-hand')
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(versions.getByRole('row', { name: /^by-hand/ })).toContainText('by Ada Admin')
  await versions.getByRole('link', { name: 'Open as a list' }).click()
  await expect(page).toHaveURL('/applications/ieb/app1/versions')
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
  await page
    .getByRole('row', { name: /^v1/ })
    .getByRole('link', { name: /cluster/ })
    .click()
  await expect(page).toHaveURL(
    new RegExp(`namespace=ieb&application=app1&revision=${SOURCE_COMMIT}`),
  )
  await expect(page.getByRole('row', { name: CLUSTER })).toBeVisible()

  await page.goto(`/commits/${BUILT_OF.slice(0, 8)}`)
  await expect(page.getByRole('main')).toContainText('Built into')
  await page.getByRole('link', { name: 'app1 v1' }).click()
  await expect(page).toHaveURL('/applications/ieb/app1/versions')
})
