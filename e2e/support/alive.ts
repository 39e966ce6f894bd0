// A page is shown before React has taken it over: until then a click opens nothing, and what is typed is lost.
import type { Page } from '@playwright/test'

/** Its `goto` and `reload` then end once React has taken over all that can be pressed and typed in. */
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

/** At once on what is no page of Next.js, such as an answer of the API or a page of an identity provider. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (!('__next_f' in globalThis) ||
        [...document.querySelectorAll('button, input, select, textarea')].every((control) =>
          Object.keys(control).some((key) => key.startsWith('__reactProps$')),
        )),
  )
}
