import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoClusterNames } from '#lib/demo/fleet.ts'
import { type Portal, startDemo, temporaryDataDirectory } from './testing/portal.ts'

/** Asynchronous, so that this process notices in the meantime which idle connections the portal closes. */
const run = promisify(execFile)

type Counts = Readonly<Record<string, number>>
type Options = { method?: string; body?: string; headers?: Record<string, string> }
type Group = { readonly counts: Counts; readonly freshness: Counts }

function sum(of: readonly Counts[], word: string): number {
  return of.reduce((total, counts) => total + (counts[word] ?? 0), 0)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(1000)
}

describe('the demo as newcomers start it', () => {
  const data = temporaryDataDirectory()
  let portal: Portal
  let startedAt: number
  beforeAll(async () => {
    portal = await startDemo(data.directory, [])
    startedAt = Date.now()
  })
  afterAll(async () => {
    await portal.stop()
    data.remove()
  })

  const ask = async <T>(file: string, options: Options = {}): Promise<T> => {
    const answer = await fetch(`${portal.url}/api/v1${file}`, {
      ...options,
      headers: { Authorization: `Bearer ${portal.token}`, ...options.headers },
    })
    // As clients do: the machine may be too busy with other tests for a moment.
    if (answer.status === 503) {
      await pause(1000)
      return ask<T>(file, options)
    }
    if (!answer.ok) {
      throw new Error(`${file}: ${answer.status} ${await answer.text()}\n${portal.said()}`)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape is a failing assertion
    return (await answer.json()) as T
  }
  const groups = async () =>
    (await ask<{ items: Group[] }>('/observed/summary?by=environment')).items

  it('has a past of some sixty changes, in an audit that is intact and in commits of their dates', async () => {
    const { total } = await ask<{ total: number }>('/changes?limit=1')
    expect(total).toBeGreaterThan(50)
    // It fails otherwise.
    await run(process.execPath, ['scripts/run.mjs', 'audit-verify'], {
      env: { ...process.env, BERTH_DATA_DIR: data.directory },
    })
    const log = await run('git', ['log', '--format=%ct', '--reverse', 'main'], {
      cwd: path.join(data.directory, 'gitops.git'),
    })
    const times = log.stdout.trim().split('\n').map(Number)
    expect(times.length).toBeGreaterThan(40)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(Date.now() / 1000 - times[0]!).toBeGreaterThan(80 * 24 * 3600)
  })

  it('is heard of by all of its clusters but three, and something is wrong on some', async () => {
    const [name] = demoClusterNames(1)
    await until(async () => {
      const report = await ask<{ received_at: string }>(`/clusters/${name}/report`)
      return Date.parse(report.received_at) > startedAt
    })
    const items = await groups()
    const freshness = items.map((group) => group.freshness)
    expect(['fresh', 'stale', 'none'].map((word) => sum(freshness, word))).toEqual([57, 2, 1])
    const counts = items.map((group) => group.counts)
    for (const state of ['healthy', 'failed', 'degraded']) {
      expect(sum(counts, state), state).toBeGreaterThan(0)
    }
    expect(sum(counts, 'healthy')).toBeGreaterThan(300)
  })

  it('pulls what somebody changes, and is healthy with it soon after', async () => {
    // Some of it is in production, which is for its deployers; the token has no groups.
    const headers = { 'If-Match': '*', 'Berth-Reason': 'What%20newcomers%20try' }
    await ask('/applications/payments/terminal?override=true', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
      body: '{"repo_branch": "newcomer"}',
    })
    type Row = { readonly state: string; readonly wanted: { readonly revision: string } }
    const rows = async () =>
      (await ask<{ items: Row[] }>('/placements?namespace=payments&application=terminal')).items
    const before = await rows()
    expect(before.every(({ wanted }) => wanted.revision === 'newcomer')).toBe(true)
    await until(async () => {
      const states = (await rows()).map(({ state }) => state)
      return states.filter((state) => state === 'healthy').length > states.length / 2
    })
  })
})
