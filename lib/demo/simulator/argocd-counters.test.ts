import { describe, expect, it } from 'vitest'
import { message1 } from '#lib/http/testing/remote-write.ts'
import type { Home } from './application.ts'
import { ArgocdCounters, argocdReadings, type Series } from './argocd-counters.ts'
import { type Published, SimulatedCluster } from './cluster.ts'
import { writeRequest } from './remote-write.ts'
import { temperOf } from './temper.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** The midnight before a Wednesday. */
const START = new Date('2026-03-04T00:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const SLOW = 13

const published: Published = {
  branch: 'main',
  commit: 'a'.repeat(40),
  at: START,
  applications: ['app1', 'app2', 'app3'].map((application) => ({
    team: 'ieb',
    application,
    sourceType: 'git' as const,
    targetRevision: 'main',
    since: START,
  })),
}

function started(place = 0) {
  const home: Home = { cluster: `cluster-${place}`, namespace: 'argocd', temper: temperOf(place) }
  const cluster = new SimulatedCluster(home)
  cluster.see(published)
  const counters = new ArgocdCounters(home, START)
  const at = (seconds: number) => {
    counters.countUntil(after(seconds), cluster.itemsAt(after(seconds)))
    return counters.series()
  }
  return { home, cluster, at }
}

const named = (series: readonly Series[], name: string) =>
  series.filter(({ labels }) => labels.get('__name__') === name)
const sum = (series: readonly Series[]) => series.reduce((total, { value }) => total + value, 0)
const comparisons = (series: readonly Series[]) =>
  named(series, 'argocd_app_reconcile_bucket').map(({ value }) => value)

const succeeded = (series: readonly Series[]) =>
  sum(
    named(series, 'argocd_app_sync_total').filter(
      ({ labels }) => labels.get('phase') === 'Succeeded',
    ),
  )

/** Of how many of its comparisons of a time one took longer than a second. */
function longShare(place: number, from: number, to: number): number {
  const { at } = started(place)
  const [before, now] = [comparisons(at(from)), comparisons(at(to))]
  const all = now.at(-1)! - before.at(-1)!
  return 1 - (now[2]! - before[2]!) / all
}

describe('what the Argo CD of a demo cluster counts', () => {
  it('only ever grows, each longer bucket holding the shorter ones, and new series come last', () => {
    const { at } = started()
    let before: readonly Series[] = []
    for (let hour = 1; hour < 24 * 14; hour += 3) {
      const series = at(hour * HOUR_S)
      const known = series.slice(0, before.length)
      expect(known.map(({ labels }) => labels)).toEqual(before.map(({ labels }) => labels))
      expect(known.every(({ value }, place) => value >= before[place]!.value)).toBe(true)
      expect(comparisons(series)).toEqual(comparisons(series).toSorted((a, b) => a - b))
      before = series
    }
    expect(sum(named(before, 'argocd_git_request_total'))).toBeGreaterThan(1000)
    expect(sum(named(before, 'argocd_app_sync_total'))).toBeGreaterThan(3)
  })

  it('takes longer on a morning of a working day, and always where the repo server is slow', () => {
    const night = longShare(0, 2 * HOUR_S, 4 * HOUR_S)
    const morning = longShare(0, 8 * HOUR_S, 9 * HOUR_S)
    const sunday = longShare(0, 4 * DAY_S + 8 * HOUR_S, 4 * DAY_S + 9 * HOUR_S)
    expect(morning).toBeGreaterThan(3 * night)
    expect(morning).toBeGreaterThan(2 * sunday)
    expect(longShare(SLOW, 2 * HOUR_S, 4 * HOUR_S)).toBeGreaterThan(0.8)
  })

  it('counts a sync once, however often it is looked', () => {
    const [often, seldom] = [started(), started()]
    for (let minute = 1; minute < 14 * 24 * 60; minute += 30) often.at(minute * 60)
    for (let day = 1; day < 14; day++) seldom.at(day * DAY_S)
    expect(succeeded(often.at(14 * DAY_S))).toBe(succeeded(seldom.at(14 * DAY_S)))
  })

  it('is written as a message of remote write is defined', () => {
    const { home, cluster, at } = started()
    const series = [...at(DAY_S), ...argocdReadings(home, cluster.itemsAt(after(DAY_S)))]
    expect(named(series, 'argocd_app_info').length).toBe(4)
    const defined = message1(
      series.map(({ labels, value }) => ({
        labels: Object.fromEntries(labels),
        samples: [[after(DAY_S).getTime(), value]],
      })),
    )
    const written = writeRequest(series, after(DAY_S))
    expect(Buffer.from(written).equals(Buffer.from(defined))).toBe(true)
  })
})
