// Before React has hydrated a page, a click does nothing and typed text is lost.
import type { Page } from '@playwright/test'

/** The page, whose `goto` and `reload` now wait until React has hydrated every control. */
export function alive(page: Page): Page {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  return Object.assign(page, {
    goto: async (...args: Parameters<Page['goto']>) => {
      const answer = await goto(...args)
      await untilAlive(page)
      return answer
    },
    reload: async (...args: Parameters<Page['reload']>) => {
      const answer = await reload(...args)
      await untilAlive(page)
      return answer
    },
  })
}

/** Returns at once for what isn't a Next.js page, such as an answer of the API or an identity provider's page. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (!('__next_f' in globalThis) ||
        [...document.querySelectorAll('button, input, select, textarea')].every((control) =>
          Object.keys(control).some((key) => key.startsWith('__reactProps$')),
        )),
  )
  // A control is hydrated before the effects of its page have run, and those are what hears keys.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 })),
  )
}
