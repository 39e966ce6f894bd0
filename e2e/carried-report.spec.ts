// A site without a network: its key is registered on its cluster's page, and its reports are uploaded there.
import { expect } from '@playwright/test'
import { carriedFile, siteKey } from '#lib/http/testing/carried-file.ts'
import { argoApplication, listOf } from '#lib/http/testing/reports.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a report is uploaded once a key of its site is registered, and what isn’t signed by that is refused', async ({
  pageAs,
}) => {
  const cluster = 'west-wa-albany-02'
  const key = siteKey()
  const page = await pageAs('Ada Admin')
  await page.goto(`/clusters/${cluster}?tab=onboarding`)
  await page.locator('summary', { hasText: 'Report without a network' }).click()
  await page.getByLabel('Public key 1').fill(key.pem)
  await page.getByLabel('Key 1 is taken until').fill('soon')
  await page.getByLabel('Seconds between reports').fill('86400')
  await page.getByRole('button', { name: 'Save keys' }).click()
  await expect(page.getByLabel('Key 1 is taken until')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Key 1 is taken until').fill('2100-01-01T00:00:00+02:00')
  await page.getByRole('button', { name: 'Save keys' }).click()
  await expect(page.getByLabel('Key 1 is taken until')).toHaveValue('2099-12-31T22:00:00.000Z')
  await expect(page.getByLabel('Public key 1')).toHaveValue(key.pem)

  await page.goto(`/clusters/${cluster}`)
  const upload = async (signer: ReturnType<typeof siteKey>) => {
    const list = listOf(argoApplication({ health: 'Degraded' }))
    const file = carriedFile({ cluster, key: signer.privateKey, list })
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'report.berth', mimeType: '', buffer: Buffer.from(file) })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Upload a report' }).click()
  const dialog = page.getByRole('dialog')
  await upload(siteKey())
  await expect(dialog).toContainText('No registered key of the cluster signed this file')
  await upload(key)
  await expect(dialog).toContainText('Berth took it: 1 application')
  // Until then the page behind the dialog is being drawn anew.
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const reported = page.getByRole('region', { name: 'Reported' })
  await expect(reported).toContainText('Fresh')
  await expect(reported).toContainText('every 24 h')
  await expectToFitPhone(page)
})
