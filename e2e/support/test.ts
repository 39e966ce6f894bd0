// The base of the browser tests. A worker keeps one browser context for each person and portal, so that each signs in once and
// files stay cached. Tests that change the fleet share one portal in each worker, all others one portal for all workers.
import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test as base,
} from '@playwright/test'
import { freePort } from '#db/testing/free-port.ts'
import { alive } from './alive.ts'
import { type Portal, startPortal } from './portal.ts'
import { type Person, signInAs } from './sign-in.ts'
import { describeNoPages } from './undescribed.ts'

/** A portal, and a browser context of each person who visits it. */
type Site = {
  readonly url: string
  readonly contextOf: (person: Person) => Promise<BrowserContext>
  /** In which no scripts run. */
  readonly plainContextOf: (person: Person) => Promise<BrowserContext>
}
/** One that a file or a worker has for itself. */
export type OwnSite = Site & Pick<Portal, 'token'> & { readonly close: () => Promise<void> }

type WorkerFixtures = {
  /** On the portal of all workers, whose fleet doesn't change. */
  readonly sharedSite: Site
  /** On this worker's own portal, which starts when it is first asked for. */
  readonly editedSite: () => Promise<Site>
}

type TestFixtures = {
  /** Whether the tests change the fleet. They then use their worker's portal, with what earlier tests left in it. */
  readonly changesFleet: boolean
  /** Whose pages `pageAs` opens. */
  readonly site: Site
  readonly pageAs: (person: Person) => Promise<Page>
  /**
   * The same for pages that show what the server sends and lead on by plain links and forms: to run their scripts, which every
   * page is seen to do elsewhere (../every-page.spec.ts), takes most of a visit.
   */
  readonly sentPageAs: (person: Person) => Promise<Page>
  /** Writes through the API, as another person would in the meantime, and confirms what the fleet's guard rules ask. */
  readonly write: (
    page: Page,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    data?: object,
  ) => Promise<void>
}

await describeNoPages()

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedSite: [
    async ({ browser }, use) => {
      const { close, ...contexts } = contextsAt(browser, sharedUrl)
      await use({ url: sharedUrl, ...contexts })
      await close()
    },
    { scope: 'worker' },
  ],
  editedSite: [
    async ({ browser }, use) => {
      let started: Promise<OwnSite> | undefined
      await use(() => (started ??= openSite(browser, ['--still'])))
      await (await started)?.close()
    },
    { scope: 'worker' },
  ],
  changesFleet: [false, { option: true }],
  page: ({ page }, use) => use(alive(page)),
  site: async ({ changesFleet, sharedSite, editedSite }, use) =>
    use(changesFleet ? await editedSite() : sharedSite),
  pageAs: async ({ site: { contextOf } }, use) => {
    const opened: Page[] = []
    await use(async (person) => {
      const page = alive(await (await contextOf(person)).newPage())
      opened.push(page)
      return page
    })
    for (const page of opened) await page.close()
  },
  sentPageAs: async ({ site: { plainContextOf } }, use) => {
    const opened: Page[] = []
    await use(async (person) => {
      const page = await (await plainContextOf(person)).newPage()
      opened.push(page)
      return page
    })
    for (const page of opened) await page.close()
  },
  write: async ({ editedSite }, use) => {
    const { url: origin } = await editedSite()
    await use(async ({ request }, method, path, data) => {
      const url = new URL(`/api/v1${path}`, origin)
      const headers = { origin, 'if-match': '*', 'berth-reason': 'A%20test' }
      const send = () => request.fetch(url.href, { method, headers, data })
      let answer = await send()
      const confirmed: unknown = answer.ok() ? null : (await answer.json()).impact?.confirmRemovals
      if (typeof confirmed === 'number') {
        url.searchParams.set('confirmRemovals', String(confirmed))
        answer = await send()
      }
      expect(answer.ok(), await answer.text()).toBe(true)
    })
  },
})

/** For `test.use`: pages are opened at a portal that the file starts itself. */
export const pagesOf = (site: () => Site): Parameters<typeof test.use>[0] => ({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  site: ({}, use) => use(site()),
})

const sharedUrl = `http://localhost:${process.env['BERTH_E2E_PORT']}`

/** Starts a demo with these options and settings. */
export async function openSite(
  browser: Browser,
  options: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnSite> {
  const { url, token, stop } = await startPortal(await freePort(), settings, options)
  const { close, ...contexts } = contextsAt(browser, url)
  return { url, token, ...contexts, close: () => close().then(stop) }
}

function contextsAt(browser: Browser, baseURL: string) {
  const contextsWith = (javaScriptEnabled: boolean) => {
    const contexts = new Map<Person, Promise<BrowserContext>>()
    const open = async (person: Person) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled })
      await signInAs(context, person)
      // As long as a page is open, the context's process lives, and has compiled what the next page needs.
      await (await context.newPage()).goto('/healthz')
      return context
    }
    const contextOf = (person: Person) => {
      const context = contexts.get(person) ?? open(person)
      contexts.set(person, context)
      return context
    }
    return { contexts, contextOf }
  }
  const [live, plain] = [contextsWith(true), contextsWith(false)]
  return {
    contextOf: live.contextOf,
    plainContextOf: plain.contextOf,
    close: async () => {
      for (const { contexts } of [live, plain]) {
        for (const context of contexts.values()) await (await context).close()
      }
    },
  }
}
