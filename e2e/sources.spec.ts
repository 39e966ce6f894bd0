// Applications of every source: made in the form with a look at their files, read back, edited, and refused where they are wrong.
import { expect, type Page } from '@playwright/test'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.use({ changesFleet: true })

const CLUSTER = 'foundry-1'
const DIGEST = `sha256:${'5f'.repeat(32)}`

type Made = {
  readonly name: string
  readonly choice: RegExp
  readonly fields: Readonly<Record<string, string>>
  readonly render?: RegExp
  readonly values?: string
  /** In the preview of its files. */
  readonly files: readonly string[]
  /** On its page. */
  readonly shown: readonly string[]
}

const GIT = { Repository: 'https://git.example.com/foundry/app.git', Path: 'deploy/app' }

const APPLICATIONS: readonly Made[] = [
  {
    name: 'found',
    choice: /^Directory in Git/,
    fields: GIT,
    files: ['path: deploy/app'],
    shown: ['deploy/app'],
  },
  {
    name: 'plain',
    choice: /^Plain manifests/,
    fields: GIT,
    files: ['recurse: true'],
    shown: ['plain manifests, with subfolders'],
  },
  {
    name: 'layered',
    choice: /^Kustomize A/,
    fields: GIT,
    files: ['path: deploy/app'],
    shown: ['kustomize'],
  },
  {
    name: 'charted',
    choice: /^Helm chart in Git/,
    fields: { ...GIT, 'Release name': 'the-app' },
    values: 'replicas: 2',
    files: ['releaseName: the-app', 'replicas: 2'],
    shown: ['Helm chart', 'the-app', '1 key'],
  },
  {
    name: 'published',
    choice: /^Chart of a Helm repository/,
    fields: { Repository: 'https://charts.example.com', Chart: 'api', Version: '1.4.0' },
    values: 'log: "on"',
    files: ['chart: api', 'targetRevision: "1.4.0"', 'log: "on"'],
    shown: ['api', '1.4.0', '1 key'],
  },
  {
    name: 'pushed',
    choice: /^Artifact in an OCI registry/,
    fields: { Repository: 'oci://registry.example.com/foundry/app', Digest: DIGEST },
    render: /^Kustomize By/,
    files: [`targetRevision: ${DIGEST}`],
    shown: ['artifact, kustomize', DIGEST],
  },
]

const valuesField = (page: Page) => page.getByRole('textbox', { name: 'Values', exact: true })
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function typeValues(page: Page, text: string) {
  await expect(valuesField(page)).toHaveAttribute('contenteditable')
  await valuesField(page).fill(text)
}

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const groups = [{ id: demoGroup.ieb, role: 'contributor' }]
  await write(page, 'POST', '/teams', { name: 'foundry', groups })
  await write(page, 'POST', '/clusters', { name: CLUSTER, metadata: { site: 'foundry' } })
  await write(page, 'POST', '/target-policies', {
    name: 'foundry-all',
    namespace: 'foundry',
    app_selector: '*',
    cluster_selector: 'site=foundry',
  })
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'DELETE', '/target-policies/foundry-all')
  for (const { name } of APPLICATIONS) {
    await write(page, 'DELETE', `/applications/foundry/${name}`)
  }
  for (const path of [`/clusters/${CLUSTER}`, '/teams/foundry']) await write(page, 'DELETE', path)
})

for (const { name, choice, fields, render, values, files, shown } of APPLICATIONS) {
  test(`the application ${name} is made in the form, shown on its page, and read back`, async ({
    pageAs,
  }) => {
    const page = await pageAs('Ada Admin')
    await page.goto('/applications/new?namespace=foundry')
    await nameField(page).fill(name)
    await page.getByRole('combobox', { name: 'Team' }).fill('foundry')
    await page.keyboard.press('Tab')
    await choose(page, choice)
    for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
    if (render) await choose(page, render)
    if (values) await typeValues(page, values)
    const impact = impactOf(page)
    await expect(impact).toContainText(`foundry/${name} on ${CLUSTER}`)
    await impact.getByRole('tab', { name: /^Files/ }).click()
    const diff = impact.getByRole('region', { name: /^Diff of/ })
    for (const line of files) await expect(diff.filter({ hasText: line }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Create' }).click()
    await expectSaved(page)

    await page.goto(`/applications/foundry/${name}`)
    for (const text of shown) await expect(page.getByRole('main')).toContainText(text)
    await page.goto(`/applications/foundry/${name}/edit`)
    await expect(page.getByRole('radio', { name: choice })).toBeChecked()
    for (const [label, text] of Object.entries(fields)) {
      await expect(field(page, label)).toHaveValue(text)
    }
    if (values) await expect(valuesField(page)).toContainText(values)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Nothing is different, so nothing was saved.')).toBeVisible()
  })
}

test('values that can’t be read or are refused are told where they stand', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/foundry/published/edit')
  await typeValues(page, 'a: [1\nb: 2')
  await expect(valuesField(page)).toHaveAccessibleDescription(/Line \d/)
  await expect(valuesField(page)).toHaveAttribute('aria-invalid', 'true')
  await typeValues(page, 'ingress:\n  host: null')
  await expect(valuesField(page)).toHaveAccessibleDescription(/ingress\.host: No value may be null/)
  await expect(page.locator('.cm-lintRange-error')).toHaveText('null')
  await typeValues(page, 'db:\n  password: hunter2')
  await expect(valuesField(page)).toHaveAccessibleDescription(
    /everybody who may see.*db\.password: .*secret/i,
  )
  await expect(page.locator('.cm-lintRange-error')).toHaveText('hunter2')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await typeValues(page, 'db:\n  existingSecret: app-db')
  await expect(valuesField(page)).toHaveAttribute('aria-invalid', 'false')
})

test('another choice and back loses nothing, and what comes of it is seen before it is saved', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/foundry/charted/edit')
  await choose(page, /^Chart of a Helm repository/)
  await expect(field(page, 'Path')).toHaveCount(0)
  await field(page, 'Chart').fill('api')
  await field(page, 'Version').fill('latest please')
  await expect(field(page, 'Version')).toHaveAccessibleDescription(/The version of a chart is as/)
  await field(page, 'Version').fill('2.0.0')
  await expect(impactOf(page)).toContainText('source.type')
  await choose(page, /^Directory in Git/)
  await expect(valuesField(page)).toHaveCount(0)
  await choose(page, /^Helm chart in Git/)
  await expect(field(page, 'Path')).toHaveValue('deploy/app')
  await expect(field(page, 'Release name')).toHaveValue('the-app')
  await expect(valuesField(page)).toContainText('replicas: 2')
  await choose(page, /^Chart of a Helm repository/)
  await expect(field(page, 'Chart')).toHaveValue('api')
  await choose(page, /^Helm chart in Git/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing is different, so nothing was saved.')).toBeVisible()
})

test('a directory with subfolders becomes one as Argo CD finds it, by keyboard', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/foundry/plain/edit')
  await page.getByRole('radio', { name: /^Plain manifests, with/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Directory in Git/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Repository')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Branch, tag or commit')).toBeFocused()
  await expect(impactOf(page)).toContainText(/source/)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expectSaved(page)
  await page.goto('/applications/foundry/plain/edit')
  await expect(page.getByRole('radio', { name: /^Directory in Git/ })).toBeChecked()
})

test('the keyboard goes through the values and out of them again', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/foundry/charted/edit')
  await expect(valuesField(page)).toHaveAttribute('contenteditable')
  await field(page, 'Release name').focus()
  await page.keyboard.press('Tab')
  await expect(valuesField(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ingress:\n  host: a.example.com')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Where the values of configs go')).toBeFocused()
  await impactOf(page)
    .getByRole('tab', { name: /^Files/ })
    .click()
  await expect(impactOf(page)).toContainText('host: a.example.com')
})

test('a version of a chart is announced as such, and anything else is refused in its place', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/foundry/published')
  await page.getByRole('button', { name: 'Announce a version' }).click()
  const dialog = page.getByRole('dialog', { name: 'A version of published' })
  await expect(dialog.getByLabel('Path')).toHaveCount(0)
  const version = dialog.getByRole('textbox', { name: 'Version of the chart' })
  await version.fill('^1.4')
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(version).toHaveAccessibleDescription(/range|whole|1\.2\.3/)
  await expectAccessibleInBothThemes(page)
  await version.fill('1.5.0')
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(dialog).toBeHidden()
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions).toContainText('1.5.0')
  await expect(versions).toContainText('chart api')
})

test('pages say the chart, the artifact and how a directory is rendered', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Ada Admin')
  const main = page.getByRole('main')
  await page.goto('/applications?labelSelector=namespace%3Dfoundry')
  for (const text of ['chart api', '1.4.0', 'artifact, kustomize', 'Its version', 'Its digest']) {
    await expect(main).toContainText(text)
  }
  await page.goto(`/placements/foundry/published/${CLUSTER}`)
  await expect(main).toContainText('It comes from the chart api 1.4.0 from charts.example.com.')
})
