import { describe, expect, it } from 'vitest'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { BROKEN_BRANCH, type Home } from './application.ts'
import { type Published, SimulatedCluster } from './cluster.ts'
import { newestRevision, numberedRevision } from './sources.ts'
import { temperOf } from './temper.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** A Wednesday. */
const START = new Date('2026-03-04T12:00:00Z')
const APP1 = {
  team: 'ieb',
  application: 'app1',
  sourceType: 'git',
  targetRevision: 'main',
} as const
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

function home(place = 0): Home {
  return { cluster: `cluster-${place}`, namespace: 'argocd', temper: temperOf(place) }
}

function published(fields: Partial<Published> = {}): Published {
  return {
    branch: 'main',
    commit: 'a'.repeat(40),
    at: START,
    applications: ['app1', 'app2'].map((application) => ({
      ...APP1,
      application,
      since: START,
    })),
    ...fields,
  }
}

function started(place = 0, first = published()): SimulatedCluster {
  const cluster = new SimulatedCluster(home(place))
  cluster.see(first)
  return cluster
}

const isWell = ({ sync, health }: ReportedItem) => sync === 'Synced' && health === 'Healthy'
const named = (items: readonly ReportedItem[], name: string) =>
  items.find((item) => item.name === name)

describe('a cluster of the demo', () => {
  it('applies what is published within seconds, and is healthy within a minute', () => {
    const cluster = started()
    cluster.itemsAt(after(60))
    const moved = published({
      commit: 'b'.repeat(40),
      at: after(100),
      applications: [
        { ...APP1, targetRevision: 'v2', since: after(100) },
        { ...APP1, application: 'app2', since: START },
      ],
    })
    cluster.see(moved)
    expect(named(cluster.itemsAt(after(101)), 'berth')?.revision).toBe('a'.repeat(40))
    const seen = Array.from({ length: 60 }, (_, second) => cluster.itemsAt(after(102 + second)))
    const shown = seen.map((items) => {
      const { targetRevision, sync, health, phase } = named(items, 'ieb--app1')!
      return [targetRevision, sync, health, phase].join(' ')
    })
    expect(new Set(shown)).toEqual(
      new Set([
        'main Synced Healthy Succeeded',
        'v2 Unknown Unknown ',
        'v2 OutOfSync Missing Running',
        'v2 Synced Progressing Succeeded',
        'v2 Synced Healthy Succeeded',
      ]),
    )
    const last = seen.at(-1)!
    expect(shown.at(-1)).toBe('v2 Synced Healthy Succeeded')
    expect(named(last, 'berth')?.revision).toBe('b'.repeat(40))
    const { history, revision } = named(last, 'ieb--app1')!
    expect(history).toHaveLength(1)
    expect(revision).toBe(newestRevision({ ...APP1, targetRevision: 'v2' }, after(160)).id)
    expect(named(last, 'ieb--app2')?.sync).toBe('Synced')
  })

  it('removes what isn’t published any more, which takes a while', () => {
    const cluster = started()
    cluster.itemsAt(after(60))
    const [kept] = published().applications
    cluster.see(published({ commit: 'b'.repeat(40), at: after(100), applications: [kept!] }))
    const pulledAt = cluster.pullsAt!
    expect(named(cluster.itemsAt(pulledAt), 'ieb--app2')?.deleting).toBe(true)
    expect(cluster.isBusyAt(pulledAt)).toBe(true)
    expect(named(cluster.itemsAt(after(200)), 'ieb--app2')).toBe(undefined)
  })

  it('pulls minutes later if it lags, whatever else is published meanwhile', () => {
    const cluster = started(20)
    cluster.itemsAt(after(60))
    cluster.see(published({ commit: 'b'.repeat(40), at: after(DAY_S) }))
    const due = cluster.pullsAt!
    expect(due.getTime()).toBeGreaterThan(after(DAY_S + 400).getTime())
    cluster.see(published({ commit: 'c'.repeat(40), at: after(DAY_S + 300) }))
    expect(cluster.pullsAt).toEqual(due)
    expect(named(cluster.itemsAt(due), 'berth')?.revision).toBe('c'.repeat(40))
  })

  it('pulls what was published later after that, also if nobody asked for its items in between', () => {
    const cluster = started()
    cluster.see(published({ commit: 'b'.repeat(40), at: after(100) }))
    cluster.see(published({ commit: 'c'.repeat(40), at: after(DAY_S) }))
    expect(cluster.pullsAt!.getTime()).toBeGreaterThan(after(DAY_S).getTime())
  })

  it('syncs each commit of an application, as it says in a history that is never of what comes', () => {
    const cluster = started()
    for (let day = 1; day <= 90; day++) {
      const now = after(day * DAY_S)
      const { history, revision, sync } = named(cluster.itemsAt(now), 'ieb--app1')!
      const times = history.map(({ deployedAt }) => deployedAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)!).toBeLessThanOrEqual(now.getTime())
      expect(history.length).toBeLessThanOrEqual(10)
      if (sync === 'Synced') expect(revision).toBe(history.at(-1)?.revision)
    }
    const { history } = named(cluster.itemsAt(after(91 * DAY_S)), 'ieb--app1')!
    expect(history.length).toBeGreaterThan(5)
  })

  it('is always the same at the same instant, whenever it was started', () => {
    const at = after(40 * DAY_S)
    const long = started()
    for (let day = 1; day < 40; day++) long.itemsAt(after(day * DAY_S))
    expect(started().itemsAt(at)).toEqual(long.itemsAt(at))
  })

  it('has among sixty like it some of each trouble, and most are well', () => {
    const at = after(30 * DAY_S)
    const all = Array.from({ length: 60 }, (_, place) => started(place).itemsAt(at)).flat()
    const ours = all.filter(({ name }) => name !== 'berth')
    expect(ours.filter(isWell).length).toBeGreaterThan(ours.length * 0.75)
    expect(ours.some(({ phase }) => phase === 'Failed')).toBe(true)
    expect(ours.some(({ health }) => health === 'Degraded')).toBe(true)
    expect(ours.some(({ conditions }) => conditions.length > 0)).toBe(true)
    expect(ours.some(({ sync, phase }) => sync === 'OutOfSync' && phase === 'Succeeded')).toBe(true)
    expect(ours.some(({ health }) => health === 'Progressing')).toBe(true)
  })

  it('never becomes healthy on the branch on which nothing starts', () => {
    const [app] = published().applications
    const applications = [{ ...app!, targetRevision: BROKEN_BRANCH }]
    const cluster = started(0, published({ applications }))
    const later = [30, 120, DAY_S].map((seconds) => cluster.itemsAt(after(seconds)).at(-1)!.health)
    expect(later).toEqual(['Degraded', 'Degraded', 'Degraded'])
  })
})

describe('a branch of an application', () => {
  it.each([
    ['ieb', 'app1'],
    ['payments', 'terminal'],
    ['store-ops', 'music'],
    ['analytics', 'replay'],
  ])('of %s/%s gets commits in order, on working days', (team, application) => {
    const followed = { ...APP1, team, application }
    const commits = Array.from({ length: 60 }, (_, number) => numberedRevision(followed, number))
    const times = commits.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (const { at } of commits) expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay())
    for (const commit of commits) {
      expect(newestRevision(followed, commit.at)).toEqual(commit)
    }
  })
})

describe('of the clusters of the demo', () => {
  it('three are silent, and of the others some lag behind', () => {
    const tempers = Array.from({ length: 60 }, (_, place) => temperOf(place))
    expect(tempers.filter(({ isSilent }) => isSilent)).toHaveLength(3)
    expect(tempers.filter(({ lagS }) => lagS > 0).length).toBeGreaterThan(2)
  })
})

describe('a commit that an application is given', () => {
  it('is what its cluster syncs, and nothing follows it', () => {
    const commit = 'c'.repeat(40)
    const applications = [{ ...APP1, targetRevision: commit, since: START }]
    const cluster = started(0, published({ applications }))
    for (const days of [1, 30]) {
      const item = named(cluster.itemsAt(after(days * DAY_S)), 'ieb--app1')
      expect(item?.history.map(({ revision }) => revision)).toEqual([commit])
    }
    expect(newestRevision({ ...APP1, targetRevision: commit }, START).id).toBe(commit)
  })
})

it('a chart of a range of versions reports a version in the range, which its history has, too', () => {
  const chart = { ...APP1, sourceType: 'helm', targetRevision: '^1.4', since: START } as const
  const cluster = started(0, published({ applications: [chart] }))
  cluster.itemsAt(after(60))
  const item = named(cluster.itemsAt(after(60 * DAY_S)), 'ieb--app1')
  expect(item?.targetRevision).toBe('^1.4')
  expect(item?.revision).toMatch(/^1\.\d+\.0$/)
  expect(item?.history.length).toBeGreaterThan(1)
  for (const { revision } of item!.history) expect(revision).toMatch(/^1\.\d+\.0$/)
})
