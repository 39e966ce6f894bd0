// Reads everything that a portal shows to a signed-in person: the pages that its pages lead to, and what its API reads.
import type { PortalBrowser } from './portal-browser.ts'

/** A page by its path, and by the path with each of its parameters: pages that have all of these in common count as read. */
function kindsOf(address: string): readonly string[] {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  return [`${pathname}?`, ...[...searchParams.keys()].map((name) => `${pathname}?${name}`)]
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="(\/(?!\/|_next)[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
}

/** The kinds of pages that were read, each with its status. */
export async function crawlPages(browser: PortalBrowser, first: readonly string[]) {
  const waiting = [...first]
  const statuses = new Map<string, number>()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const unread = kindsOf(address).filter((kind) => !statuses.has(kind))
    if (unread.length === 0) continue
    const { status, text } = await browser.ask(address)
    for (const kind of unread) statuses.set(kind, status)
    waiting.push(...linksIn(text))
  }
  return statuses
}

type Described = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly responses: Readonly<Record<string, { readonly content?: object }>> }
        >
      >
    >
  >
}

type Reading = { readonly path: string; readonly accept: string; readonly status: number }

/** `examples`: an address for each path that can't be read without values for its parameters. */
export async function readEverything(
  browser: PortalBrowser,
  examples: Readonly<Record<string, string>>,
): Promise<readonly Reading[]> {
  const document = await browser.ask('/api/v1/openapi.json')
  const { paths } = JSON.parse(document.text) as Described
  const readings: Reading[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined) continue
    for (const accept of Object.keys(get.responses['200']?.content ?? {})) {
      const address = `/api/v1${examples[path] ?? path}`
      const { status } = await browser.ask(address, { headers: { accept } })
      readings.push({ path, accept, status })
    }
  }
  return readings
}
