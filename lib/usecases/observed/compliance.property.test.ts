// The counts of a change are those of a plain fold over what is told of each of its placements.
import { array, assert, asyncProperty, constantFrom, oneof, record } from 'fast-check'
import { expect, it } from 'vitest'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import { listHistoryUseCase } from '../history/list.ts'
import { explainPlacementUseCase } from '../placements/explain.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, reportAt, rootAt } from '../reports/testing/reports.ts'
import { ownSession, type Session } from '../session.ts'
import { changeComplianceUseCase } from './compliance.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 8)

const NAMES = ['app1', 'app2']
const CLUSTERS = [cluster.name, 'second']

const health = constantFrom<ReportedItem['health'] | null>(
  'Healthy',
  'Healthy',
  'Degraded',
  'Progressing',
  null,
)

const step = oneof(
  record({ kind: constantFrom('follow'), name: constantFrom(...NAMES) }),
  record({ kind: constantFrom('move'), name: constantFrom(...CLUSTERS) }),
  record({ kind: constantFrom('publish') }),
  record({ kind: constantFrom('silence') }),
  ...[1, 2, 3].map(() =>
    record({
      kind: constantFrom('report'),
      name: constantFrom(...CLUSTERS),
      app1: health,
      app2: health,
    }),
  ),
)
type Step = typeof step extends { generate: unknown } ? Record<string, string | null> : never

/** What the test knows besides what it did through the API. */
type Model = {
  now: number
  commits: number
  sources: Record<string, number>
  isAway: Record<string, boolean>
  /** The last change that each cluster has pulled, though it may have gone on to a commit that nobody knows. */
  pulled: Record<string, number>
}

async function patch(world: Reporting, path: string, body: unknown) {
  const edit = { method: 'PATCH', body, headers: { 'If-Match': '*' } } as const
  const answer = await world.api.call(path, edit)
  // Removals that nobody confirmed add up.
  const { confirmRemovals = null } = answer.json.impact ?? {}
  const confirmed =
    confirmRemovals === null
      ? answer
      : await world.api.call(`${path}?confirmRemovals=${confirmRemovals}`, edit)
  expect(confirmed.status, confirmed.text).toBe(200)
}

async function take(world: Reporting, model: Model, { kind, name, ...said }: Step) {
  model.now += kind === 'silence' ? 20 : 1
  world.setClock(model.now)
  const named = name ?? ''
  if (kind === 'publish') await world.publish(commit((model.commits += 1).toString(16)))
  if (kind === 'follow') {
    model.sources[named] = (model.sources[named] ?? 0) + 1
    await patch(world, `/applications/ieb/${named}`, { repo_branch: `v${model.sources[named]}` })
  }
  if (kind === 'move') {
    model.isAway[named] = !(model.isAway[named] ?? false)
    const region = model.isAway[named] ? 'west' : 'east'
    await patch(world, `/clusters/${named}`, { metadata: { region } })
  }
  if (kind === 'report') {
    const items = NAMES.flatMap((each) => {
      const told = said[each]
      return told === null ? [] : [itemOf(each, { health: told as ReportedItem['health'] })]
    })
    const report = reportAt(model.now, [rootAt(commit(model.commits.toString(16))), ...items])
    const as = ownSession(world.api.tenant, actorOf({ cluster: named }))
    await world.send(report, as, named)
    const told = await explained(world, { application: 'app1', cluster: named })
    model.pulled[named] = Math.max(model.pulled[named] ?? 0, told.pulled?.change ?? 0)
  }
}

function explained(world: Reporting, pair: { application: string; cluster: string }) {
  const admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
  const asked = { namespace: 'ieb', ...pair, at: null }
  return explainPlacementUseCase.invoke(world.services, admin, asked)
}

type Fold = Record<string, Record<string, number>>

function add(fold: Fold, key: string, compliance: string) {
  const group = (fold[key] ??= {})
  group[compliance] = (group[compliance] ?? 0) + 1
}

async function folded(
  world: Reporting,
  { pulled }: Model,
  admin: Session,
  change: number,
): Promise<Fold> {
  const page = { at: null, filter: { change }, after: null, limit: 100 }
  const { items } = await listHistoryUseCase.invoke(world.services, admin, page)
  const fold: Fold = {}
  const begun = items.filter((each) => each.change === change)
  for (const { cluster, outcome, endedBy } of begun) {
    const isKnown = outcome === 'succeeded' || outcome === 'failed'
    add(fold, cluster, isKnown || endedBy === null ? outcome : 'superseded')
  }
  for (const ended of items.filter((each) => each.endedBy === change)) {
    const isContinued = begun.some(
      ({ cluster, application }) => cluster === ended.cluster && application === ended.application,
    )
    if (isContinued) continue
    const isPulled = (pulled[ended.cluster] ?? 0) >= change
    add(fold, ended.cluster, await endOf(world, ended, isPulled))
  }
  return fold
}

async function endOf(
  world: Reporting,
  pair: { readonly application: string; readonly cluster: string },
  isPulled: boolean,
): Promise<string> {
  const { placed, state, freshness } = await explained(world, pair)
  if (placed) return 'superseded'
  if (state === null && isPulled) return 'succeeded'
  if (freshness === 'stale' || freshness === 'none') return 'unknown'
  return state === 'failed' || state === 'orphaned' ? 'failed' : 'in_progress'
}

async function counted(world: Reporting, admin: Session, change: number) {
  const { items, ...all } = await changeComplianceUseCase.invoke(world.services, admin, {
    id: change,
    by: { by: 'cluster' },
    mayBeWide: true,
  })
  const fold: Fold = {}
  for (const { key, silentSince: _, total: __, ...counts } of items) {
    fold[key!] = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
  return { fold, all }
}

it('counts of what a change moved what is told of each placement by itself', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const world = await createReporting(NAMES.length)
      const admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
      await world.api.call('/clusters', { body: { ...cluster, name: 'second' } })
      const model: Model = { now: 90, commits: 0, sources: {}, isAway: {}, pulled: {} }
      const before = [{ kind: 'publish' }, ...steps] as readonly Step[]
      for (const each of before) await take(world, model, each)
      const { total } = (await world.api.call('/changes')).json
      for (let change = 1; change <= total; change += 1) {
        const { fold, all } = await counted(world, admin, change)
        expect(fold, `change ${change}`).toEqual(await folded(world, model, admin, change))
        for (const by of ['application', 'team'] as const) {
          const asked = { id: change, by: { by }, mayBeWide: false }
          const { items: _, ...counts } = await changeComplianceUseCase.invoke(
            world.services,
            admin,
            asked,
          )
          expect(counts).toEqual(all)
        }
      }
    }),
    { numRuns },
  )
})
