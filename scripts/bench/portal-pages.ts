// What people wait for in a browser: until a list is painted, until the form of a policy shows what they type, and each frame
// while the matrix scrolls. Each has a reference on a page of the same portal, and the two take turns.
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { untilAlive } from '../../e2e/support/alive.ts'
import { BROWSER_FLAGS, browserPath } from '../../e2e/support/browser.ts'
import { nameField } from '../../e2e/support/forms.ts'
import { signInAs } from '../../e2e/support/sign-in.ts'
import { median } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import type { Stand } from './stand.ts'

const RUNS = 9
const PAINT_MS = 1200
const KEY_MS = 200
const FRAME_MS = 50
const SCRIPTS_KB = 200
const SELECTOR = 'ring in (ring-0,ring-1),gpu=true,zone!=zone-7'
/** Where nobody asked for anything: the shell of every page around an empty list. */
const EMPTY_LIST = '/team-requests'
const LISTS = ['clusters', 'applications', 'placements', 'changes', 'history']
const TEAMS_OPEN = Array.from(
  { length: 20 },
  (_, index) => `openRows=namespace%3Dteam-${String(index).padStart(2, '0')}`,
)
const OPEN_MATRIX = `/matrix?columnsBy=label%3Aregion&openColumns=region%3Dregion-0&${TEAMS_OPEN.join('&')}`

/** What one visit of a page by somebody who was never there gives. */
type Visit = (page: Page) => Promise<number>

type Compared = {
  readonly what: string
  readonly limitMs: number
  readonly visit: Visit
  readonly reference: string
  readonly byReference: Visit
}

export async function benchPages({ portal }: Stand, report: Report): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: BROWSER_FLAGS,
  })
  const made = (visit: Visit) => visitAnew(browser, portal.url, visit)
  for (const list of LISTS) {
    await compare(report, made, {
      what: `largest paint of the list of ${list}`,
      limitMs: PAINT_MS,
      visit: (page) => largestPaintMs(page, `/${list}`),
      reference: 'that of an empty list',
      byReference: (page) => largestPaintMs(page, EMPTY_LIST),
    })
  }
  await reportScripts(report, made)
  await compare(report, made, {
    what: 'slowest key of a selector that is typed',
    limitMs: KEY_MS,
    visit: selectorKeyMs,
    reference: 'that of a name that is typed',
    byReference: nameKeyMs,
  })
  await compare(report, made, {
    what: 'slowest frame of the matrix, scrolled down and across',
    limitMs: FRAME_MS,
    visit: (page) => slowestFrameMs(page, OPEN_MATRIX, 'grid'),
    reference: 'that of a list with 100 rows',
    byReference: (page) => slowestFrameMs(page, '/placements?limit=100', 'region'),
  })
  await browser.close()
}

async function visitAnew(browser: Browser, baseURL: string, visit: Visit): Promise<number> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await signInAs(context, 'Ada Admin')
  const measured = await visit(await context.newPage())
  await context.close()
  return measured
}

async function compare(
  report: Report,
  made: (visit: Visit) => Promise<number>,
  { what, limitMs, visit, reference, byReference }: Compared,
): Promise<void> {
  const figures: number[] = []
  const references: number[] = []
  for (let run = 0; run < RUNS; run++) {
    references.push(await made(byReference))
    figures.push(await made(visit))
  }
  const [ms, referenceMs] = [median(figures), median(references)]
  report.figure({
    what,
    reach: `under ${count(limitMs)} ms`,
    figure: milliseconds(ms),
    reference: `${reference}, ${milliseconds(referenceMs)}`,
    ratio: ratioOf(ms, referenceMs),
    isReached: ms < limitMs,
  })
}

/** https://w3c.github.io/largest-contentful-paint/ */
async function largestPaintMs(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await untilAlive(page)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}

async function reportScripts(
  report: Report,
  made: (visit: Visit) => Promise<number>,
): Promise<void> {
  const kilobytesOf = (path: string) =>
    made(async (page) => {
      await page.goto(path)
      await untilAlive(page)
      return page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, entry) => sum + Reflect.get(entry, 'encodedBodySize') / 1000, 0),
      )
    })
  const [list, empty] = [await kilobytesOf('/clusters'), await kilobytesOf(EMPTY_LIST)]
  report.figure({
    what: 'scripts that the list of clusters loads, as they are sent',
    reach: `under ${SCRIPTS_KB} kB`,
    figure: `${list.toFixed(1)} kB`,
    reference: `an empty list, ${empty.toFixed(1)} kB`,
    ratio: ratioOf(list, empty),
    isReached: list < SCRIPTS_KB,
  })
}

async function selectorKeyMs(page: Page): Promise<number> {
  await page.goto('/policies/new')
  await untilAlive(page)
  const mode = page.getByRole('group', { name: 'How to write: Clusters' })
  await mode.getByRole('button', { name: 'Text' }).click()
  const field = page.locator('.cm-content').and(page.getByLabel('Clusters as text'))
  await field.waitFor()
  return slowestKeyMs(page, field, SELECTOR)
}

async function nameKeyMs(page: Page): Promise<number> {
  await page.goto('/policies/new')
  await untilAlive(page)
  return slowestKeyMs(page, nameField(page), SELECTOR)
}

/** From a key to the next paint: https://w3c.github.io/event-timing/. What is faster than 16 ms isn't told. */
async function slowestKeyMs(page: Page, field: Locator, text: string): Promise<number> {
  const slowest = await page.evaluateHandle(() => {
    const slowest = { ms: 16 }
    const observed = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration)
    }).observe(observed)
    return slowest
  })
  await field.focus()
  await page.keyboard.type(text, { delay: 60 })
  await page.waitForTimeout(500)
  return slowest.evaluate(({ ms }) => ms)
}

/** The longest time from one frame to the next. */
async function slowestFrameMs(page: Page, path: string, role: 'grid' | 'region'): Promise<number> {
  await page.goto(path)
  await untilAlive(page)
  const scrolled = page.locator('main').getByRole(role).first()
  await scrolled.waitFor()
  return scrolled.evaluate(async (element) => {
    const steps = 120
    let [last, slowest] = [performance.now(), 0]
    for (let step = 0; step < steps; step++) {
      if (step < steps / 2) element.scrollBy(0, 40)
      else element.scrollBy(40, 0)
      const now = await new Promise<number>(requestAnimationFrame)
      slowest = Math.max(slowest, now - last)
      last = now
    }
    return slowest
  })
}
