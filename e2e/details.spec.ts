import { expect } from '@playwright/test'
import { test } from './support/test.ts'

test('a cluster shows its labels, what runs on it, and why', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01')
  await expect(page.getByText('Edge Store for App Deployment in East Australia')).toBeVisible()
  await expect(page.getByRole('link', { name: 'region=east' })).toBeVisible()
  await page.getByRole('link', { name: 'Why is app1 on east-nsw-newcastle-01?' }).click()
  await expect(page).toHaveURL('/placements/ieb/app1/east-nsw-newcastle-01')
})

test('a label of a cluster leads to the other clusters that have it', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('link', { name: 'region=east' }).click()
  await expect(page).toHaveURL('/clusters?labelSelector=region%3Deast')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('of 10')
})

test('a cluster’s onboarding names its bootstrap file and the commands', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('link', { name: 'Onboarding' }).click()
  await expect(page).toHaveURL('/clusters/east-nsw-newcastle-01?tab=onboarding')
  await expect(page.getByText('Argo CD 3.3 or newer')).toBeVisible()
  await expect(page.getByText('This demo lets whoever is on this machine read it')).toBeVisible()
  await expect(page.getByLabel('the credential command', { exact: true })).toContainText(
    'kubectl create secret generic berth-gitops',
  )
  await expect(
    page.getByLabel('the command to apply the bootstrap', { exact: true }),
  ).toContainText(`kubectl apply --filename "$folder"/'bootstrap/east-nsw-newcastle-01.yaml'`)
})

test('an application shows its source and its placements', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/applications/ieb/app1')
  await expect(page.getByText('https://git.example.com/ieb/app1.git')).toBeVisible()
  await expect(page.getByText('manifest/app1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'east-nsw-newcastle-01', exact: true })).toBeVisible()
})

test('a policy shows both selectors as strings, and how many each matches', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/policies/app1_to_east')
  const main = page.getByRole('main')
  await expect(main.getByText('common=true')).toBeVisible()
  await expect(main.getByText('region=east')).toBeVisible()
  await main.getByRole('link', { name: '10 clusters' }).click()
  await expect(page).toHaveURL('/clusters?labelSelector=region%3Deast')
})

test('a policy that excludes says why it gives no placement', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/policies/pilots-stay-out-of-production')
  await expect(page.getByText('It excludes, so it gives no placement.')).toBeVisible()
})

test('a placement, an application and a change say where they are in Git, with commands to copy', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Rita Reader')
  const git = page.getByRole('region', { name: 'In Git' })
  const commands = git.getByRole('region', { name: 'To look at it' })
  await page.goto('/placements/ieb/app1/east-nsw-newcastle-01')
  const file = 'clusters/east-nsw-newcastle-01/apps/ieb/app1.yaml'
  await expect(git.getByRole('button', { name: `Copy ${file}` })).toBeVisible()
  await expect(commands).toContainText(/git clone --branch main http:.*gitops\.git/)
  await expect(commands).toContainText(`log --patch -- '${file}'`)
  await page.goto('/applications/ieb/app1')
  await expect(commands).toContainText("log --patch -- 'clusters/*/apps/ieb/app1.yaml'")
  await page.goto('/changes/4')
  await expect(commands).toContainText(/show --stat [0-9a-f]{40}/, { timeout: 60_000 })
  const member = await sentPageAs('Ines of ieb')
  await member.goto('/applications/ieb/app1')
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('app1')
  await expect(member.getByRole('region', { name: 'In Git' })).toHaveCount(0)
})

test('a team shows its applications and its own policies', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/teams/ieb')
  await expect(page.getByRole('link', { name: 'app1', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'ieb-machines' }).first()).toBeVisible()
})

test('a change shows what it moved, each object before and after, and its commit', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/changes/4')
  await expect(page.getByText('Target the demo applications').first()).toBeVisible()
  const objects = page.getByRole('region', { name: 'Edited objects' })
  await objects.getByText('Created policy app1_to_east').click()
  await expect(objects.getByLabel('app1_to_east before and after')).toContainText(
    '"region": "east"',
  )
  const publications = page.getByRole('table', { name: 'Publications' })
  await expect(async () => {
    await page.reload()
    await expect(publications).toContainText('Published', { timeout: 1000 })
    await expect(publications).toContainText(/[0-9a-f]{12}/, { timeout: 1000 })
  }).toPass()
})

test('a change lists the placements that it moved, and leads to all of them', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/changes/4')
  const moved = page.getByRole('region', { name: 'Placements it moved' }).first()
  await expect(moved.getByRole('row')).toHaveCount(11)
  await expect(moved.getByRole('row').nth(1)).toContainText('Began')
  await moved.getByRole('link', { name: 'Open as a list' }).click()
  await expect(page).toHaveURL('/history?change=4&sort=from')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const [, all] = /of ([\d,]+)/.exec((await pages.textContent()) ?? '') ?? []
  await expect(page.getByRole('main')).toContainText(`With change #4 ${all} began, 0 ended.`)
  await page.goto('/changes/4')
  await expect(moved).toContainText(`${all} began, 0 ended, the first 10`)
  await page.goto('/changes/1')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('No placement moved')
  await expect(moved).toHaveCount(0)
})

test('what doesn’t exist is told within the portal', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  for (const path of [
    '/clusters/nope',
    '/clusters/edge/nope',
    '/applications/ieb',
    '/changes/0',
    '/changes/999',
    '/changes/x',
    '/nowhere',
    '/nowhere/nope',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText('There is nothing here')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }
})

test('the overview counts the fleet and says whether Git has it', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/?screen=fleet')
  await expect(page.getByRole('main').getByRole('link', { name: '60 clusters' })).toBeVisible()
  await expect(page.getByText(/Git is up to date|Publishing/)).toBeVisible()
})

test('the placements of an application and of a cluster fit beside the facts about it', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  for (const path of ['/applications/ieb/app1', '/clusters/east-nsw-newcastle-01']) {
    for (const width of [1024, 1280, 1440, 1536]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      // Within the card of the same name.
      const table = page.getByRole('region', { name: 'Placements', exact: true }).last()
      await expect(table.getByRole('columnheader', { name: 'State' })).toBeVisible()
      const beyond = await table.evaluate((region) => region.scrollWidth - region.clientWidth)
      expect(beyond, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
