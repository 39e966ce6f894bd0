import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { test } from './support/test.ts'

const BUDGET_BYTES = 200_000

for (const list of ['/clusters', '/placements', '/changes', '/audit', '/teams']) {
  test(`the scripts that ${list} loads before anybody does something stay below ${BUDGET_BYTES / 1000} kB, compressed`, async ({
    pageAs,
  }) => {
    const page = await pageAs('Ada Admin')
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(list)
    await expect(page.getByRole('status', { name: 'Updates' })).toHaveText('Live')
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)
    const sum = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeGreaterThan(5)
    expect(sum).toBeLessThan(BUDGET_BYTES)
  })
}
