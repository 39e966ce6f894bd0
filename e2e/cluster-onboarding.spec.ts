// After a cluster is created, what a person does by hand comes next, with a token that is made there.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a new cluster leads to its onboarding, where its token is made and filled in', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters/new')
  await nameField(page).fill('site-one')
  await expect(impactOf(page)).toContainText('No placement')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL('/clusters/site-one?tab=onboarding')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('site-one')
  await expect(page.getByText(/Its files are in Git once change #\d+ is published/)).toBeVisible()
  const command = page.getByLabel('the command to let the cluster report', { exact: true })
  await expect(command).toContainText('--from-literal=token=TOKEN')
  await page.getByRole('button', { name: 'Make the token' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('nobody sees it again')).toBeVisible()
  const token = (await page.getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(token).toMatch(/^berth_/)
  await expect(command).toContainText(`--from-literal=token=${token}`)
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  const me = await page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ cluster: 'site-one', role: null })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Make the token' })).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await write(page, 'DELETE', '/clusters/site-one')
})

test('the onboarding says at its top what is needed, and opens what is not when it is asked for', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters/east-nsw-newcastle-01?tab=onboarding')
  const needed = page.getByRole('list', { name: 'What is needed' }).getByRole('listitem')
  await expect(needed.filter({ hasText: /^Needed/ })).toHaveText([
    /Prepare \(steps 1 to 3\)/,
    /Follow Git \(steps 4 to 5\)/,
    /Keep teams apart \(steps 6 to 8\): its isolation is “Team accounts alone”/,
    /Report \(step 9\)/,
  ])
  await expect(needed.filter({ hasText: /^(Only if|For removal)/ })).toHaveCount(3)
  const file = page.getByRole('button', { name: 'Download berth-notifications.yaml' })
  await expect(file).toBeHidden()
  await needed.getByRole('link', { name: 'Tell more than reports do' }).press('Enter')
  const downloaded = page.waitForEvent('download')
  await file.click()
  expect((await downloaded).suggestedFilename()).toBe('berth-notifications.yaml')
  await expect(
    page.getByLabel('the command to let Argo CD tell news within seconds', { exact: true }),
  ).toContainText('--patch-file berth-notifications.yaml')
  await expectAccessibleInBothThemes(page)
})

test('who may make no token of a cluster is told why, at the button', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01?tab=onboarding')
  const button = page.getByRole('button', { name: 'Make the token' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(/^Only admins may change this cluster\./)
})
