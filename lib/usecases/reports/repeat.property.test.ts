// A report whose text says what the last one said isn't read. What is answered and what is known then is what would be if it
// were, whatever comes in between.
import { gzipSync } from 'node:zlib'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  oneof,
  record,
} from 'fast-check'
import { expect, it } from 'vitest'
import { answerApi } from '#lib/http/operations/routes.ts'
import { type Edit, edit, reportText } from '#lib/http/testing/report-texts.ts'
import { installServices, type Services } from '../services.ts'
import { LastTexts } from './last-texts.ts'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from './testing/reports.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 12)

type Step = {
  readonly changes: readonly Edit[]
  /** Minutes since the last one; negative: it comes late. */
  readonly after: number
  readonly isZipped: boolean
  readonly headers: Readonly<Record<string, string>>
  /** What happens before it. */
  readonly before: 'nothing' | 'published' | 'heard by another process' | 'in part' | 'nothing new'
}

const step: Arbitrary<Step> = record({
  changes: oneof({ weight: 2, arbitrary: constant([]) }, array(edit, { maxLength: 1 })),
  after: constantFrom(1, 1, 1, 30, -1),
  isZipped: boolean(),
  headers: constantFrom<Step['headers']>(
    {},
    {},
    { 'berth-report-digest': 'd1' },
    { date: minute(3).toUTCString() },
  ),
  before: constantFrom<Step['before']>(
    ...(['nothing', 'nothing', 'nothing', 'published'] as const),
    ...(['heard by another process', 'in part', 'nothing new'] as const),
  ),
})
const beginnings = array(edit, { maxLength: 1 })
const steps = array(step, { minLength: 4, maxLength: 8 })

/** A process of the world that remembers so many texts. */
async function processOf(world: Reporting, lastTexts: LastTexts) {
  const services: Services = { ...world.services, lastTexts }
  const token = await world.api.token('contributor', { cluster: CLUSTER })
  return async (text: string, { isZipped, headers }: Step) => {
    installServices(services)
    const address = `https://berth.example.com/api/v1/clusters/${CLUSTER}/report`
    const response = await answerApi(
      new Request(address, {
        method: 'PUT',
        body: isZipped ? gzipSync(text) : text,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(isZipped && { 'content-encoding': 'gzip' }),
          ...headers,
        },
      }),
    )
    const { next_s: _, instance: __, ...answer }: Record<string, unknown> = await response.json()
    return { status: response.status, answer }
  }
}

async function happen(world: Reporting, { before }: Step, at: number): Promise<void> {
  if (before === 'published') await world.publish(commit('cd'[Math.abs(at) % 2]!))
  if (before === 'heard by another process') {
    await world.send(reportAt(at, [rootAt(commit('1')), itemOf('app1', { health: 'Degraded' })]))
  }
  if (before === 'in part') {
    await world.send(reportAt(at, [itemOf('app2')], { isComplete: false }))
  }
  if (before === 'nothing new') await world.sendUnchanged('d1', minute(at)).catch(() => undefined)
}

/** As it looks at a minute, by a program that counts its reports. */
function lookAt(text: string, at: number): string {
  return text
    .replace(/("at": ?)"[^"]*Z"/, `$1"${minute(at).toISOString()}"`)
    .replace(/("sequence": ?)\d+/, `$1${at + 10}`)
}

it('what is answered and known is the same, whether a text that comes again is read or not', async () => {
  let unread = 0
  await assert(
    asyncProperty(reportText, beginnings, steps, async (text, first, all) => {
      let isNoted = false
      class Watched extends LastTexts {
        override note(...noted: Parameters<LastTexts['note']>) {
          isNoted = true
          super.note(...noted)
        }
      }
      const worlds = [await createReporting(), await createReporting()]
      const [reading, remembering] = [
        await processOf(worlds[0]!, new LastTexts(0)),
        await processOf(worlds[1]!, new Watched()),
      ]
      const begun = first.reduce((edited, change) => change(edited), text)
      let at = 1
      for (const each of all) {
        at += each.after
        const sent = each.changes.reduce((edited, change) => change(edited), lookAt(begun, at))
        for (const world of worlds) {
          world.setClock(Math.max(at, 1))
          await happen(world, each, at)
        }
        isNoted = false
        const [read, remembered] = [await reading(sent, each), await remembering(sent, each)]
        expect(remembered).toEqual(read)
        expect(await known(worlds[1]!)).toEqual(await known(worlds[0]!))
        const isWhole = !/"complete": ?false/.test(sent)
        if (read.status === 200 && isWhole && !isNoted) unread += 1
      }
    }),
    { numRuns },
  )
  expect(unread).toBeGreaterThan(0)
})

async function known(world: Reporting) {
  return {
    observations: (await world.observations()).map(withoutTenant),
    turns: await world.turns(),
    syncs: await world.syncs(),
    silences: await world.silences(),
    report: withoutTenant((await world.report()) ?? {}),
  }
}

function withoutTenant(row: Record<string, unknown>) {
  return { ...row, tenant: null }
}
