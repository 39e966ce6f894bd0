// A family of clusters has its type: made, given in a cluster's form, edited with a look at exactly its clusters, and kept
// while clusters name it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectToFitPhone,
} from './support/accessible.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.use({ changesFleet: true })

const TYPE = '/cluster-types/kiosk'
const CLUSTERS = ['west-wa-albany-01', 'west-wa-broome-01']
const [GIVEN, DIFFERENT] = CLUSTERS.map((name) => `/clusters/${name}`) as [string, string]

const FILES = CLUSTERS.map((name) => `clusters/${name}/base/default-project.yaml`)

const run = promisify(execFile)

/** Which of its clusters' files there are, for whoever clones the repository. */
async function emptiedInGit(url: string): Promise<readonly string[]> {
  const clone = await mkdtemp(path.join(tmpdir(), 'berth-clone-'))
  try {
    await run('git', ['clone', '--quiet', '--depth=1', `${url}/git/gitops.git`, clone])
    const { stdout } = await run('git', ['-C', clone, 'ls-files', '--', ...FILES])
    return stdout.trim().split('\n')
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

const fact = (page: Page, text: string) => page.locator('dd').filter({ hasText: text })

const clustersOf = (page: Page) => page.getByRole('region', { name: 'Clusters', exact: true })

/** The select, whose options come a moment after the form. */
async function chooseType(page: Page, name: string) {
  const type = page.getByLabel('Type', { exact: true })
  await expect(type.getByRole('option', { name })).toBeAttached()
  await type.selectOption(name)
}

test('an admin makes a type, which does nothing before a cluster has it', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/cluster-types')
  await page.getByRole('link', { name: 'New cluster type' }).click()
  await nameField(page).fill('kiosk')
  await page.getByLabel('Description').fill('Screens that customers touch')
  await expect(page.getByRole('radio', { name: /^Argo CD/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Git/ })).toBeChecked()
  const namespace = page.getByLabel('Argo CD’s namespace')
  await namespace.fill('kube-system')
  await expect(namespace).toHaveAttribute('aria-invalid', 'true')
  await namespace.fill('')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await page.goto(TYPE)
  await expect(clustersOf(page)).toContainText('No cluster names it')
})

test('a cluster gets it in its form, which says what it would say itself', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`${GIVEN}/edit`)
  const project = page.getByRole('group', { name: 'Argo CD’s project default' })
  await expect(project.getByRole('radio')).toHaveCount(2)
  await expect(project.getByRole('radio', { name: 'As default says Left as it is' })).toBeChecked()
  await chooseType(page, 'kiosk')
  await expect(project.getByRole('radio')).toHaveCount(3)
  await expect(project.getByRole('radio', { name: 'As kiosk says Left as it is' })).toBeChecked()
  await expect(page.getByLabel('Argo CD’s namespace')).toHaveAccessibleDescription(
    /Empty: as kiosk says, argocd/,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await write(page, 'PATCH', DIFFERENT, { type: 'kiosk' })
})

test('its edit shows the files of exactly its clusters, and is in Git once its number is confirmed', async ({
  pageAs,
  site,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const rule = { name: 'kiosks', cluster_selector: 'type=kiosk', changes: 0 }
  await write(page, 'POST', '/guard-rules', rule)
  await page.goto(`${TYPE}/edit`)
  await page.getByRole('radio', { name: /^Emptied/ }).check()
  await expect(impactOf(page)).toContainText('Every Application in the project default')
  await impactOf(page)
    .getByRole('tab', { name: /^Files/ })
    .click()
  const files = impactOf(page).getByRole('region', { name: /^Diff of/ })
  await expect(files).toHaveCount(CLUSTERS.length)
  for (const file of FILES) {
    await expect(impactOf(page).getByRole('region', { name: `Diff of ${file}` })).toContainText(
      'name: default',
    )
  }
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save cluster type kiosk' })
  await dialog.getByLabel(/^Type 2 to change/).fill('2')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await expect.poll(() => emptiedInGit(site.url)).toEqual(FILES)
  await write(page, 'DELETE', '/guard-rules/kiosks')
})

test('its page says what it is for, lists its clusters, and leads to all of them', async ({
  pageAs,
}) => {
  const page = await pageAs('Cory Contributor')
  await page.goto('/cluster-types')
  await page
    .getByRole('row', { name: /^kiosk/ })
    .getByRole('link', { name: '2 clusters' })
    .click()
  await expect(page).toHaveURL(/\/clusters\?type=kiosk$/)
  const rows = page.getByRole('table', { name: 'Clusters' }).getByRole('row')
  await expect(rows).toHaveCount(1 + CLUSTERS.length)
})

test('a cluster may differ, and its page says of each setting who says so', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`${DIFFERENT}/edit`)
  await page
    .getByRole('group', { name: 'Argo CD’s project default' })
    .getByRole('radio', { name: /^Left as it is/ })
    .check()
  await expect(impactOf(page)).toContainText('stays empty until somebody opens it')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(DIFFERENT)
  await expect(fact(page, 'Left as it is')).toContainText('said here, instead of its type kiosk')
  await page.goto(GIVEN)
  await expect(fact(page, 'Emptied')).toContainText('as its type kiosk says')
  await expect(fact(page, 'as this installation says')).toContainText('argocd')
  await page.goto(TYPE)
  await expect(clustersOf(page).getByRole('row').filter({ hasText: 'broome' })).toContainText(
    'default_project=keep',
  )
})

test('it stays while clusters name it, and whoever may not edit it reads why', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(TYPE)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cluster type kiosk' })
  await expect(dialog).toContainText('2 clusters')
  await expectAccessible(page, '[role=dialog]')

  const contributor = await pageAs('Cory Contributor')
  await contributor.goto(TYPE)
  await expect(contributor.getByText('Screens that customers touch')).toBeVisible()
  const edit = contributor.getByRole('button', { name: 'Edit' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toHaveAccessibleDescription(/admin/)
})

test('the type that clusters have by themselves can be edited, but not deleted', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/cluster-types/default')
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cluster type default' })
  await expect(dialog).toContainText('edit it instead')
})
