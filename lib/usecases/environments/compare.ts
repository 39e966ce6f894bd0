// What of each application is in one environment, and what in another.
import { readableTeams } from '#lib/domain/access/permissions.ts'
import {
  type DeliveredPart,
  type DeliveredTo,
  deliveredTo,
} from '#lib/domain/fleet/environments.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { applicationsOf } from '#lib/domain/fleet/placed-counts.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { type Targeted, targetsOf } from '#lib/domain/fleet/targets.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { packagingText } from '#lib/domain/objects/application/packaging.ts'
import { givesSame, sourceOf } from '#lib/domain/releases/release.ts'
import { countBits, intersect, isEmpty, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { ComparedApplication } from '#lib/schemas/delivered.ts'
import { asked, type Context, defineRead, notFound } from '../define.ts'
import { numberOf, numbersOf, versionNames } from './version-names.ts'

type Position = Pick<ComparedApplication, 'namespace' | 'application'>

export type CompareInput = {
  /** By their names. */
  readonly environments: readonly [string, string]
  readonly filter: {
    /** Part of the team's or the application's name, in any case. */
    readonly text: string | null
    /** Whether only those that aren't the same in both. */
    readonly isDifferent: boolean
    readonly descending: boolean
  }
  readonly after: Position | null
  readonly limit: number
}

export type Comparison = Total & {
  readonly items: readonly ComparedApplication[]
  readonly next: Position | null
}

export const compareEnvironmentsUseCase = defineRead<CompareInput, Comparison>({
  name: 'environments.compare',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { environments, filter, after, limit }) => {
    const fleet = await context.fleet()
    for (const name of environments) if (!isKnown(fleet, name)) throw notFound()
    const ids = applicationsIn(context, fleet, environments)
      .filter((id) => isFound(fleet, id, filter.text))
      .sort((a, b) => compareNames(nameOf(fleet, a), nameOf(fleet, b)))
    const kept = filter.isDifferent
      ? ids.filter((id) => areOther(sidesOf(fleet, id, environments)))
      : ids
    const ordered = (filter.descending ? kept.toReversed() : kept).map((id) => ({
      id,
      ...nameOf(fleet, id),
    }))
    const from = after === null ? 0 : beyond(ordered, after, filter.descending)
    const page = ordered
      .slice(from, from + limit)
      .map(({ id, ...name }) => ({ ...name, sides: sidesOf(fleet, id, environments) }))
    const parts = page.flatMap(({ sides }) => sides.flatMap(({ main }) => main ?? []))
    const versionOf = await versionNames(context.scope, numbersOf(parts))
    const items = page.map(({ namespace, application, sides }) => {
      const [a, b] = [sideJson(sides[0], versionOf), sideJson(sides[1], versionOf)]
      return { namespace, application, a, b, ahead: aheadOf(a, b), only: onlyOf(a, b) }
    })
    const next = from + limit < ordered.length ? items.at(-1)! : null
    return { items, next, ...exactly(ordered.length) }
  },
})

type Json = ComparedApplication['a']

function isKnown(fleet: Fleet, name: string): boolean {
  return fleet.clustersByEnvironment.has(name) || findByName(fleet.environments, name) !== null
}

/** Those that may be seen and are placed in one of the environments. */
function applicationsIn(
  { actor }: Context,
  fleet: Fleet,
  environments: readonly string[],
): number[] {
  const clusters = uniteAll(
    environments.map((name) => fleet.clustersByEnvironment.get(name) ?? NO_BITS),
  )
  return applicationsOf(fleet, readableTeams(actor)).filter(
    (id) => !isEmpty(intersect(fleet.placements[id] ?? NO_BITS, clusters)),
  )
}

function nameOf({ applications }: Fleet, id: number): Position {
  const { team, name } = applications.slots[id]!
  return { namespace: team, application: name }
}

function isFound(fleet: Fleet, id: number, text: string | null): boolean {
  const { namespace, application } = nameOf(fleet, id)
  return text === null || `${namespace}/${application}`.includes(text.toLowerCase())
}

function compareNames(a: Position, b: Position): number {
  return compareText(a.namespace, b.namespace) || compareText(a.application, b.application)
}

function beyond(rows: readonly Position[], after: Position, descending: boolean): number {
  const first = rows.findIndex((row) => {
    const order = compareNames(row, after)
    return descending ? order < 0 : order > 0
  })
  return first === -1 ? rows.length : first
}

/** `main`: what most clusters have; null: nothing is released there. */
type Side = Pick<DeliveredTo, 'clusters' | 'unreleased'> & {
  readonly main: DeliveredPart | null
  readonly others: number
  readonly holding: number
  readonly targets: Json['targets']
}

type Sides = readonly [Side, Side]

function sidesOf(fleet: Fleet, id: number, [a, b]: CompareInput['environments']): Sides {
  const deliveredIn = deliveredTo(fleet, id)
  const targeted = targetsOf(fleet, id)
  return [
    sideOf(deliveredIn(a), targetsIn(targeted, a)),
    sideOf(deliveredIn(b), targetsIn(targeted, b)),
  ]
}

function sideOf(
  { clusters, unreleased, base, ahead }: DeliveredTo,
  targets: Side['targets'],
): Side {
  const parts = base === null ? ahead : [base, ...ahead]
  const [main = null] = parts.toSorted((a, b) => b.clusters - a.clusters)
  const same = parts.filter((part) => main !== null && areSame(part, main))
  const others = clusters - unreleased - countOf(same)
  const holding = countOf(parts.filter(({ holds }) => holds.length > 0))
  return { clusters, unreleased, main, others, holding, targets }
}

/** Clusters that hold what the others have, too. */
function areSame(one: DeliveredPart, other: DeliveredPart): boolean {
  const [a, b] = [one.release, other.release]
  return a === b || (a !== null && b !== null && givesSame(a, b))
}

function countOf(parts: readonly DeliveredPart[]): number {
  return parts.reduce((sum, { clusters }) => sum + clusters, 0)
}

function targetsIn(targeted: Targeted, environment: string): Side['targets'] {
  return [...targeted]
    .filter(([target]) => target.environment === environment)
    .map(([{ name }, clusters]) => ({ name, clusters: countBits(clusters) }))
    .sort((a, b) => compareText(a.name, b.name))
}

function areOther([a, b]: Sides): boolean {
  return a.others > 0 || keyOf(a) !== keyOf(b)
}

function keyOf({ main, clusters, unreleased, others, targets }: Side): string {
  const source = main && sourceOf(main.application)
  return JSON.stringify([
    clusters > 0,
    unreleased > 0,
    others > 0,
    source && [source.repoUrl, source.repoBranch, source.repoPath, packagingText(source.packaging)],
    targets.map(({ name }) => name),
    haveAllTargets({ clusters, targets }),
  ])
}

function haveAllTargets({ clusters, targets }: Pick<Side, 'clusters' | 'targets'>): boolean {
  return targets.reduce((sum, each) => sum + each.clusters, 0) === clusters
}

function sideJson(
  { clusters, unreleased, main, others, holding, targets }: Side,
  versionOf: Awaited<ReturnType<typeof versionNames>>,
): Json {
  const numbered = main && numberOf(main)
  return {
    clusters,
    unreleased,
    version: numbered && versionOf(numbered),
    revision: main && main.application.repoBranch,
    others,
    holding,
    targets,
  }
}

function aheadOf(a: Json, b: Json): number | null {
  return a.version && b.version ? a.version.number - b.version.number : null
}

function onlyOf(a: Json, b: Json): ComparedApplication['only'] {
  if (a.clusters > 0 && b.clusters > 0) return null
  return a.clusters > 0 ? 'a' : 'b'
}
