// Says which release gives a placement what it has, or why none does.

/** A release as a placement has it. */
type Given = {
  /** Whether it is for all clusters of the environment that no other is for. */
  readonly isBase: boolean
  readonly repoBranch: string
  readonly rollout: number | null
  /** The change since which the placement has its source. */
  readonly since: number
  /** Null: what the application had before it followed versions. */
  readonly version: { readonly number: number; readonly name: string | null } | null
}

export type ReleaseExplanation = {
  /** `base`: what all clusters of the environment have; `ahead`: what some of them have besides; `none`: nothing is released. */
  readonly kind: 'base' | 'ahead' | 'none'
  /** Empty: the cluster names none. */
  readonly environment: string
  /** The change since which the placement has that; null: it has nothing. */
  readonly change: number | null
  readonly rollout: number | null
  readonly text: string
}

/** Explains the release of a placement of an application that follows versions; `release` null: it has none. */
export function explainRelease(environment: string, release: Given | null): ReleaseExplanation {
  if (release === null) {
    const text =
      environment === ''
        ? 'Placed, and waits for a release: its cluster names no environment.'
        : `Placed, and waits for a release in ${environment}.`
    return { kind: 'none', environment, change: null, rollout: null, text }
  }
  const { isBase, since, rollout } = release
  const whose = isBase ? `what clusters ${where(environment)} have` : `ahead ${where(environment)}`
  const by = rollout === null ? '' : `, by rollout ${rollout}`
  return {
    kind: isBase ? 'base' : 'ahead',
    environment,
    change: since,
    rollout,
    text: `${nameOf(release)} is ${whose}; it is here since change ${since}${by}.`,
  }
}

function nameOf({ version, repoBranch }: Given): string {
  if (version === null) return `The branch ${repoBranch}, as before it followed versions,`
  const { name, number } = version
  return name === null ? `Version ${number}` : `Version ${name}`
}

function where(environment: string): string {
  return environment === '' ? 'without an environment' : `in ${environment}`
}
