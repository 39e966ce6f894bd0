// Rolling an application back from its history and from a time before, following its branch again, and undoing a change.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf } from './support/forms.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const CLUSTER = 'east-nsw-newcastle-01'
const commit = (digit: string) => digit.repeat(40)

/** An application of its own on one cluster, in the fleet of all tests. */
async function create(page: Page, name: string): Promise<void> {
  const { origin } = new URL((await page.request.get('/api/v1/me')).url())
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1${path}`, { headers: { origin }, data })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  const application = {
    name,
    namespace: 'ieb',
    repo_url: 'https://git.example.com/ieb/rolled.git',
    repo_branch: 'main',
    repo_path: 'deploy',
    metadata: { rolled: name },
  }
  await post('/applications', application)
  await post('/target-policies', {
    name: `${name}-here`,
    app_selector: { rolled: name },
    cluster_selector: { name: CLUSTER },
  })
}

/** Answers the change that it made. */
async function patch(page: Page, name: string, data: object): Promise<string> {
  const { origin } = new URL((await page.request.get('/api/v1/me')).url())
  const headers = { origin, 'If-Match': '*' }
  const answer = await page.request.patch(`/api/v1/applications/ieb/${name}`, { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.headers()['berth-change'] ?? ''
}

async function runs(page: Page, name: string, digit: string, at: Date): Promise<void> {
  const history = [{ id: at.getTime(), revision: commit(digit), deployedAt: at.toISOString() }]
  await report(page, CLUSTER, { [`ieb/${name}`]: { revision: commit(digit), history } })
}

test('each row of an application’s history is a way back, seen before it is gone', async ({
  pageAs,
}) => {
  const name = 'rolled-fields'
  const page = await pageAs('Ada Admin')
  await create(page, name)
  await patch(page, name, { repo_branch: 'next' })
  await page.goto(`/history?namespace=ieb&application=${name}`)
  const old = page.getByRole('row').filter({ hasText: 'main' })
  await old.getByRole('button', { name: 'Roll back to this' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Roll back ${name} to change #`) })
  await expect(impactOf(page)).toContainText('1 placement')
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Reason').fill('It crashes')
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click()
  await expectSaved(page)
  await expect(page.getByRole('region', { name: 'Impact' })).toContainText('Rolled back to')
  await page.goto(`/history?namespace=ieb&application=${name}`)
  await expect(page.getByRole('table')).toContainText('rolled back to #')
  await expectToFitPhone(page)
})

test('an application that is as it was is pinned to the commit of then, and follows its branch again', async ({
  pageAs,
}) => {
  const name = 'rolled-commit'
  const page = await pageAs('Ada Admin')
  await create(page, name)
  await runs(page, name, 'a', new Date())
  const then = new Date()
  await runs(page, name, 'b', new Date(then.getTime() + 1000))
  const path = `/applications/ieb/${name}`
  await page.goto(`${path}?at=${then.toISOString()}`)
  await page.getByRole('button', { name: 'Roll back to this' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('no longer follows main')
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click()
  await expectSaved(page)

  await page.goto(path)
  const pinned = page.getByRole('status').filter({ hasText: 'it no longer follows' })
  await expect(pinned).toContainText('aaaaaaaa')
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
  await pinned.getByRole('button', { name: 'Follow main again' }).click()
  await expect(impactOf(page)).toContainText('1 placement')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Application' })).toContainText('main')
  await expect(page.getByText('it no longer follows')).toBeHidden()
})

test('a reader sees the way back, and why it isn’t theirs', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/history?namespace=ieb&application=app1')
  const back = page.getByRole('button', { name: 'Roll back to this' }).first()
  await expect(back).toBeDisabled()
  await expect(back).toHaveAccessibleDescription(/may .* would allow it/)
})

test('a change is undone from its page, unless somebody edited the same since', async ({
  pageAs,
}) => {
  const name = 'rolled-change'
  const page = await pageAs('Ada Admin')
  await create(page, name)
  const change = await patch(page, name, { metadata: { rolled: 'elsewhere' } })
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await page.goto(`/changes/${change}`)
  await undo.click()
  await expect(impactOf(page)).toContainText('1 placement')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expectSaved(page)
  await page.getByRole('link', { name: `change #${change}` }).click()
  await expect(page.getByText('Undone by')).toBeVisible()

  await patch(page, name, { metadata: { rolled: 'somewhere' } })
  await undo.click()
  await expect(impactOf(page)).toContainText('This can’t be undone as it is')
  await expect(impactOf(page)).toContainText(`application/ieb/${name}.metadata.rolled`)
  await expectToFitPhone(page)
})
