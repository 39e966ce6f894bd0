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

/** A commit that was announced as a version, the newest of those if it was several times. */
export type AnnouncedCommit = VersionName & { readonly revision: string; readonly at: Date }

export type VersionName = { readonly number: number; readonly name: string | null }

type RunningRevision = {
  readonly revision: string
  /** Null: it was never announced. */
  readonly version: VersionName | null
  /** How many versions it is behind the newest; null: that isn't known. */
  readonly lag: number | null
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
   * The revision that was announced last, or appeared on a cluster after that without being announced: Berth doesn't read
   * applications' repositories, so it is the newest that any cluster or pipeline named. Null: none named one, or said of
   * several when.
   */
  readonly newest: {
    readonly revision: string
    readonly version: VersionName | null
    /** When it was announced, or appeared first. */
    readonly at: Date | null
  } | null
  /** How many placements have another revision. */
  readonly lagging: number
  /** By name, with that of clusters without one at the end. */
  readonly environments: readonly RunningIn[]
}

/** `announced` has the newest version, whether it runs or not, and those of the revisions that run. */
export function runningOf(
  all: readonly RunningPlacements[],
  announced: readonly AnnouncedCommit[],
): Running {
  const versions = new Map(announced.map((version) => [version.revision, version]))
  const newest = newestOf(all, versions)
  const isLagging = ({ revision }: RunningPlacements) =>
    newest !== null && revision !== null && revision !== newest.revision
  const environments = Map.groupBy(all, ({ environment }) => environment)
  return {
    newest,
    lagging: countOf(all.filter(isLagging)),
    environments: [...environments]
      .map(([environment, some]) => runningIn(environment, some, { newest, versions }))
      .toSorted((a, b) => compareEnvironments(a.environment, b.environment)),
  }
}

export function compareEnvironments(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareText(a, b)
}

type Versions = ReadonlyMap<string, AnnouncedCommit>

/** The order of those that were announced is that of their numbers, whatever runs where since when. */
function newestOf(all: readonly RunningPlacements[], versions: Versions): Running['newest'] {
  const [last] = [...versions.values()].toSorted((a, b) => b.number - a.number)
  const appeared = lastAppeared(all.filter(({ revision }) => !versions.has(revision ?? '')))
  if (last !== undefined && (appeared === null || appeared.at <= last.at)) {
    return { revision: last.revision, version: nameOf(last), at: last.at }
  }
  if (appeared !== null) return { ...appeared, version: null }
  const [only, another] = new Set(all.flatMap(({ revision }) => revision ?? []))
  if (only === undefined || another !== undefined) return null
  return { revision: only, version: null, at: null }
}

function lastAppeared(all: readonly RunningPlacements[]) {
  const first = new Map<string, Date>()
  for (const { revision, firstAt } of all) {
    if (revision === null || firstAt === null) continue
    const known = first.get(revision)
    if (known === undefined || firstAt < known) first.set(revision, firstAt)
  }
  const [last] = [...first].toSorted(
    ([a, at], [b, other]) => other.getTime() - at.getTime() || compareText(a, b),
  )
  return last === undefined ? null : { revision: last[0], at: last[1] }
}

function nameOf({ number, name }: VersionName): VersionName {
  return { number, name }
}

function runningIn(
  environment: string | null,
  all: readonly RunningPlacements[],
  { newest, versions }: { newest: Running['newest']; versions: Versions },
): RunningIn {
  const told = Map.groupBy(all, ({ revision }) => revision)
  const untold = countOf(told.get(null) ?? [])
  told.delete(null)
  const revisions = [...told].flatMap(([revision, some]): RunningRevision[] => {
    if (revision === null) return []
    const announced = versions.get(revision)
    const version = announced === undefined ? null : nameOf(announced)
    return [
      {
        revision,
        version,
        count: countOf(some),
        silent: countOf(some.filter(({ isSilent }) => isSilent)),
        isNewest: revision === newest?.revision,
        lag: version && newest?.version ? newest.version.number - version.number : null,
      },
    ]
  })
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
