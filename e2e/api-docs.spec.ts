import { expect } from '@playwright/test'
import { test } from './support/test.ts'

test('the reference of the API loads, and offers nothing that leads to another site', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Berth', exact: true })).toBeVisible()
  await expect(page.getByText('List teams').first()).toBeVisible()
  for (const name of [/ask ai/i, /mcp/i, /developer tools/i, /deploy/i]) {
    await expect(page.getByText(name)).toHaveCount(0)
  }
  const elsewhere = asked.filter((url) => !url.startsWith(baseURL!) && !url.startsWith('data:'))
  expect(elsewhere).toEqual([])
})
