// A process that dies while it receives a report: what it answered is kept, and what it didn't is kept whole or not at all.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, inject, it } from 'vitest'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { commit, minute, smallReport } from './testing/reports.ts'
import type { SendReport } from '#lib/http/testing/report-process.ts'

const FILE = path.join(process.cwd(), 'lib', 'http', 'testing', 'report-process.ts')
/** Without it, a start takes more than twice as long. */
const FORMATS = ['--import', './lib/runtime/import-formats.ts']

/** What a process answers that sends the report, and dies at a point; an empty text: nothing. */
async function send({ api: { tenant } }: Reporting, at: Date, point: string): Promise<string> {
  const env = { ...process.env, BERTH_FAIL_POINT: point }
  const sender = spawn(process.execPath, [...FORMATS, FILE], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const told: SendReport = { databaseUrl: inject('databaseUrl'), tenant, at: at.toISOString() }
  sender.stdin.end(JSON.stringify(told))
  return text(sender.stdout)
}

async function kept(world: Reporting): Promise<number[]> {
  const [observations, turns, syncs] = [
    await world.observations(),
    await world.turns(),
    await world.syncs(),
  ]
  return [observations.length, turns.length, syncs.length]
}

const NOTHING = [0, 0, 0]
const ALL = [2, 2, 1]

describe('a process that dies while it receives a report', () => {
  it.each([
    { point: 'F1', when: 'before it is looked at', outcomes: [NOTHING] },
    { point: 'F4', when: 'while it is kept', outcomes: [NOTHING, ALL] },
    { point: 'F5', when: 'before it is answered', outcomes: [ALL] },
  ])(
    '$when, leaves a whole, and the report sent again is the same',
    async ({ point, outcomes }) => {
      const world = await createReporting()
      await world.publish(commit('1'))
      const at = minute(59)
      expect(await send(world, at, point)).toBe('')
      expect(outcomes).toContainEqual(await kept(world))
      world.setClock(60)
      await world.send(smallReport(at))
      expect(await kept(world)).toEqual(ALL)
    },
  )
})
