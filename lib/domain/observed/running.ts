// Which commits of an application run in each environment, and how far behind the newest of them the others are.
import { compareText } from '#lib/domain/text/compare-text.ts'

/** Placements that have something in common. */
export type RunningPlacements = {
  readonly environment: string | null
  /** Null: nothing was told of them, or they aren't there. */
  readonly revision: string | null
  readonly isSilent: boolean
  readonly count: number
  /** When the first of them got the revision; null: that wasn't told. */
  readonly firstAt: Date | null
}

type RunningRevision = {
  readonly revision: string
  readonly count: number
  /** On how many of these nobody knows whether it still runs. */
  readonly silent: number
  readonly isNewest: boolean
}

export type RunningIn = {
  readonly environment: string | null
  readonly placements: number
  /** The most frequent first. */
  readonly revisions: readonly RunningRevision[]
  /** Of how many no revision was ever told. */
  readonly untold: number
}

export type Running = {
  /**
   * The revision that appeared last among those that run: Berth doesn't read applications' repositories, so it is the newest
   * that any cluster named. Null: no cluster named one, or said of several when.
   */
  readonly newest: { readonly revision: string; readonly firstAt: Date | null } | null
  /** How many placements have another revision. */
  readonly lagging: number
  /** By name, with that of clusters without one at the end. */
  readonly environments: readonly RunningIn[]
}

export function runningOf(all: readonly RunningPlacements[]): Running {
  const newest = newestOf(all)
  const isLagging = ({ revision }: RunningPlacements) =>
    newest !== null && revision !== null && revision !== newest.revision
  const environments = Map.groupBy(all, ({ environment }) => environment)
  return {
    newest,
    lagging: countOf(all.filter(isLagging)),
    environments: [...environments]
      .map(([environment, some]) => runningIn(environment, some, newest?.revision ?? null))
      .toSorted((a, b) => compareEnvironments(a.environment, b.environment)),
  }
}

export function compareEnvironments(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareText(a, b)
}

function newestOf(all: readonly RunningPlacements[]): Running['newest'] {
  const first = new Map<string, Date>()
  for (const { revision, firstAt } of all) {
    if (revision === null || firstAt === null) continue
    const known = first.get(revision)
    if (known === undefined || firstAt < known) first.set(revision, firstAt)
  }
  const [newest] = [...first].toSorted(
    ([a, at], [b, other]) => other.getTime() - at.getTime() || compareText(a, b),
  )
  if (newest) return { revision: newest[0], firstAt: newest[1] }
  const [only, another] = new Set(all.flatMap(({ revision }) => revision ?? []))
  return only !== undefined && another === undefined ? { revision: only, firstAt: null } : null
}

function runningIn(
  environment: string | null,
  all: readonly RunningPlacements[],
  newest: string | null,
): RunningIn {
  const told = Map.groupBy(all, ({ revision }) => revision)
  const untold = countOf(told.get(null) ?? [])
  told.delete(null)
  const revisions = [...told].flatMap(([revision, some]): RunningRevision[] =>
    revision === null
      ? []
      : [
          {
            revision,
            count: countOf(some),
            silent: countOf(some.filter(({ isSilent }) => isSilent)),
            isNewest: revision === newest,
          },
        ],
  )
  return {
    environment,
    placements: countOf(all),
    untold,
    revisions: revisions.toSorted(
      (a, b) => b.count - a.count || compareText(a.revision, b.revision),
    ),
  }
}

function countOf(some: readonly RunningPlacements[]): number {
  return some.reduce((sum, { count }) => sum + count, 0)
}
