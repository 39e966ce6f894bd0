import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { appendAuditEvent } from '#db/queries/audit.ts'
import { readRows } from '#db/rows.ts'
import { createTestPublisher, type TestPublisher } from '#lib/worker/testing/publisher.ts'
import { verifyTenantChain } from '#lib/usecases/audit/verify.ts'
import { installServices } from '#lib/usecases/services.ts'
import { ownOrigin } from '#lib/usecases/session.ts'
import { demoActor } from '../actor.ts'
import { demoFleet, DEMO_SIZE } from '../fleet.ts'
import { demoPeople } from '../people.ts'
import { historyUntil } from './script.ts'
import { writeHistory } from './write-history.ts'

const dayRow = z.strictObject({
  day: z.date(),
  clusters: z.int(),
  fetches: z.int().nullable(),
  syncs: z.int().nullable(),
  long: z.int().nullable(),
})

type Wave = { readonly state: string; readonly waiting_for: readonly { readonly code: string }[] }

const steps = historyUntil(new Date())

async function createDemo() {
  const demo = await createTestPublisher()
  const publishing = { at: new Date() }
  const now = () => publishing.at
  const services = { ...demo.services, database: { ...demo.database, now } }
  const world = demo.newWorld({ services })
  installServices(demo.services)
  return {
    ...demo,
    write: (interruptedAfter = Infinity) => {
      let published = 0
      return writeHistory(demo.services, demo.tenant, async (at) => {
        if (published++ === interruptedAfter) throw new Error('interrupted')
        publishing.at = at
        await demo.publish('main', world)
      })
    },
  }
}

describe('the history of the demo', () => {
  let demo: TestPublisher & { write: (interruptedAfter?: number) => Promise<void> }
  beforeAll(async () => {
    demo = await createDemo()
    await expect(demo.write(5)).rejects.toThrow('interrupted')
    await demo.write()
  })
  afterAll(() => demo.close())

  const get = async (path: string) => (await demo.call(path)).json

  it('is, also after an interruption, each of its changes at its time, by who made it, and says that it is made up', async () => {
    const { items } = await get('/changes?limit=1000&sort=at')
    const made = items
      .slice(0, steps.length)
      .map(({ at, reason, actor }: Record<string, unknown>) => ({
        at,
        reason,
        maker: (actor as { id: string }).id.split('#')[1],
      }))
    expect(made).toEqual(
      steps.map(({ at, reason, maker }) => ({ at: at.toISOString(), reason, maker })),
    )
    for (const { reason } of steps) expect(reason).toMatch(/ \(made up\)$/)
    expect(new Set(steps.map(({ at }) => at.getUTCDay()))).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  it('ends with the demo’s fleet', async () => {
    const body = Object.values(demoFleet(DEMO_SIZE)).flat()
    const { json } = await demo.call('/apply?dryRun=true', { body })
    expect(json).toMatchObject({
      placements: { added: 0, removed: 0, changed: 0 },
      files: { added: 0, removed: 0, modified: 0 },
    })
    const totals = ['teams', 'clusters', 'applications', 'target-policies', 'guard-rules'].map(
      async (list) => (await get(`/${list}?limit=1`)).total,
    )
    // Three applications that follow versions, and their two policies, come on top.
    expect(await Promise.all(totals)).toEqual([4, 60, 28, 9, 1])
  })

  it('is in Git as a commit for each change that moved files, or waves that moved some at once, dated like it and in order', async () => {
    const log = await demo.git('log', '--format=%at %ct', '--reverse', 'main')
    const commits = log.split('\n').map((line) => line.split(' ').map(Number))
    const { items } = await get('/changes?limit=1000&sort=at')
    const moved = items.filter(({ state }: { state: string }) => state === 'published')
    const times = new Set<number>(moved.map(({ at }: { at: string }) => Date.parse(at) / 1000))
    expect(commits).toEqual([...times].map((at) => [at, at]))
    const messages = await demo.git('log', '--format=%(trailers:key=Berth-Audit)', 'main')
    expect(messages.match(/Berth-Audit: [0-9a-f]{64}/g)).toHaveLength(times.size)
  })

  it('leaves an audit that is intact, and whose events are in the order of their times', async () => {
    expect(await verifyTenantChain(demo.database, demo.tenant.id)).toMatchObject({ ok: true })
    const { items } = await get('/audit?limit=1000')
    const times = items.map(({ at }: { at: string }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    expect(times[0]).toBeLessThan(Date.now() - 30 * 60_000)
  })

  it('explains by which change an application left a cluster', async () => {
    const explained = await get('/placements/ieb/app1/central-akl-auckland-01')
    expect(explained).toMatchObject({
      placed: false,
      change: { reason: 'Auckland belongs to the central region (made up)' },
    })
  })

  it('tells what became of its deployments: most succeeded, and some failed', async () => {
    const { items } = await get('/history?limit=1000')
    const outcomes = new Set(items.map(({ outcome }: { outcome: string }) => outcome))
    expect([...outcomes]).toEqual(expect.arrayContaining(['succeeded', 'failed']))
    const good = items.filter(({ outcome }: { outcome: string }) => outcome === 'succeeded')
    expect(good.length).toBeGreaterThan(items.length / 2)
    const minutes = good.map(
      ({ pulled_at: pulled, healthy_at: healthy }: { pulled_at: string; healthy_at: string }) =>
        (Date.parse(healthy) - Date.parse(pulled)) / 60_000,
    )
    const quick = minutes.filter((each: number) => each < 2)
    expect(quick.length).toBeGreaterThan(good.length * 0.9)
  })

  it('leaves clusters that were just heard of, two that fell silent, and one that never reported', async () => {
    const { items } = await get('/observed/summary?by=environment')
    const sum = (word: string) =>
      items.reduce(
        (total: number, { freshness }: { freshness: Record<string, number> }) =>
          total + (freshness[word] ?? 0),
        0,
      )
    // What was fresh is late by the time that a busy machine asks.
    expect(sum('fresh') + sum('late')).toBe(57)
    expect(['stale', 'none'].map(sum)).toEqual([2, 1])
    const states = items.flatMap(({ counts }: { counts: object }) => Object.keys(counts))
    expect(states).toEqual(expect.arrayContaining(['healthy', 'failed', 'degraded']))
  })

  it('holds what the Argo CD of some clusters counted itself, on each of its days', async () => {
    const rows = await demo.inScope(
      ({ tx, tenant }) => readRows(tx, dayRow)`
        select date_trunc('day', at, 'UTC') as day,
          count(distinct cluster) filter (where (counts #>> '{reconcile_duration,1}')::int > 0)::int as clusters,
          sum((counts #>> '{git_requests,fetch}')::int)::int as fetches,
          sum((counts #>> '{syncs_by_phase,Succeeded}')::int)::int as syncs,
          max((counts #>> '{reconcile_duration,16}')::int)::int as long
        from metric_hours where tenant = ${tenant} group by 1 order by 1`,
    )
    expect(rows.length).toBeGreaterThan(80)
    // After the interruption, where they began to count again.
    for (const { day, clusters, fetches, syncs, long } of rows.slice(4, -1)) {
      expect(clusters, day.toISOString()).toBeGreaterThan(5)
      expect(fetches).toBeGreaterThan(100)
      expect(syncs).not.toBe(null)
      expect(long).toBeGreaterThan(10)
    }
  })

  it('ends with two applications that need a third, whose team shows it to everybody', async () => {
    const names = ['ieb/edge-agent', 'ieb/line-monitor', 'store-ops/till-screen']
    const shown = await Promise.all(
      names.map(async (name) => {
        const { visibility, depends_on: needed } = await get(`/applications/${name}`)
        return [visibility, ...needed.map((each: { application: string }) => each.application)]
      }),
    )
    expect(shown).toEqual([['tenant'], ['team', 'edge-agent'], ['team', 'edge-agent']])
  })

  it('has early adopters in production, which get another directory, in a wave of their own', async () => {
    const pair = (cluster: string) => get(`/placements/ieb/edge-agent/${cluster}`)
    expect(await pair('central-wko-hamilton-01')).toMatchObject({ target: 'early-adopters' })
    expect(await pair('central-wlg-wellington-03')).not.toHaveProperty('target')
    const { waves } = await get('/environments/prod')
    expect(waves[1]).toMatchObject({ name: 'early', target: 'early-adopters' })
    const manifest = await demo.git(
      'show',
      'main:clusters/central-wko-hamilton-01/apps/ieb/edge-agent.yaml',
    )
    expect(manifest).toContain('path: deploy/edge-agent/early-adopters\n')
  })

  it('leads to three rollouts that are under way: one soaks, one is frozen, and one waits for an approval', async () => {
    const { items } = await get('/rollouts?state=running')
    const rollouts = await Promise.all(
      items.map(({ id }: { id: number }) => get(`/rollouts/${id}`)),
    )
    const shown = rollouts.map(({ application, environment, version, started_by: by, waves }) => ({
      application,
      environment,
      version: version.name,
      by: by.name,
      waves: waves.map(({ state, waiting_for: waiting }: Wave) =>
        [state, ...waiting.map(({ code }) => code)].filter((word) => word !== 'outside_hours'),
      ),
    }))
    expect(shown).toEqual([
      {
        application: 'till-screen',
        environment: 'staging',
        version: '1.1.0',
        by: 'Cory Contributor',
        waves: [['published', 'soak'], ['pending']],
      },
      {
        application: 'edge-agent',
        environment: 'prod',
        version: '1.1.0',
        by: 'Ines of ieb',
        waves: [['pending', 'approval'], ['pending'], ['pending'], ['pending']],
      },
      {
        application: 'line-monitor',
        environment: 'staging',
        version: '1.1.0',
        by: 'Ines of ieb',
        waves: [['passed'], ['pending', 'frozen']],
      },
    ])
    const [{ waves }] = rollouts
    expect(Date.parse(waves[0].waiting_for[0].until)).toBeGreaterThan(Date.now() + 30 * 60_000)
    expect((await get('/rollouts?state=completed')).total).toBe(13)
  })

  it('asks a group for the approval in which people are who did not start it', async () => {
    const { waves } = await get('/environments/prod')
    const [{ id: group }] = waves[0].before.approvals.groups
    const asked = demoPeople.filter(({ groups }) => groups.includes(group))
    expect(asked.map(({ id }) => id)).toEqual(['ada', 'cory'])
  })

  it('has a store that holds its version, which the rollout leaves alone', async () => {
    const { items } = await get('/clusters/pacific-wes-nadi-01/holds')
    expect(items).toMatchObject([{ application: 'edge-agent', version: { name: '1.0.0' } }])
    const { items: rollouts } = await get('/rollouts?state=running&application=edge-agent')
    expect(await get(`/rollouts/${rollouts[0].id}`)).toMatchObject({ holding: 1 })
  })

  it('has a freeze at the next weekend', async () => {
    const { from, to, environments } = await get('/freezes/inventory')
    expect(environments).toEqual(['prod'])
    expect([new Date(from).getUTCDay(), new Date(to).getUTCDay()]).toEqual([6, 1])
    expect(Date.parse(from)).toBeGreaterThan(Date.now())
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now() + 7 * 24 * 3_600_000)
  })

  it('is not written again', async () => {
    const { total } = await get('/changes?limit=1')
    await demo.write()
    expect((await get('/changes?limit=1')).total).toBe(total)
  })
})

describe('a tenant in which anything happened', () => {
  it('gets no history', async () => {
    const demo = await createDemo()
    await demo.inScope((scope) =>
      appendAuditEvent(scope, {
        ...ownOrigin,
        actor: demoActor,
        action: 'tokens.create',
        object: null,
        result: 'accepted',
        code: null,
        change: null,
        details: null,
      }),
    )
    await demo.write()
    expect((await demo.call('/changes?limit=1')).json.total).toBe(0)
    await demo.close()
  })
})
