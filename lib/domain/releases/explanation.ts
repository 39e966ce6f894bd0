// Says which release gives a placement what it has, or why none does.
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import { type Named, revisionWords } from '#lib/domain/objects/application/source-words.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import type { Hold } from './hold.ts'

/** A release as a placement has it. */
type Given = {
  /** Whether it is what all clusters of the environment are to have: the base, or the current set. */
  readonly isBase: boolean
  readonly source: Named
  readonly rollout: number | null
  /** Null: its cluster doesn't hold it. */
  readonly hold: Hold | null
  /** The change since which the placement has its source. */
  readonly since: number
  /** Null: what the branch of the application has, or had before it followed versions. */
  readonly version: { readonly number: number; readonly name: string | null } | null
}

export type ReleaseExplanation = {
  /**
   * `base`: what all clusters of the environment are to have; `ahead`: what some of them have besides; `hold`: what this one keeps
   * until a date; `none`: nothing is released.
   */
  readonly kind: 'base' | 'ahead' | 'hold' | 'none'
  /** Empty: the cluster names none. */
  readonly environment: string
  /** The change since which the placement has that; null: it has nothing. */
  readonly change: number | null
  readonly rollout: number | null
  readonly text: string
}

/** Explains the release of a placement of a managed application; `release` null: it has none. */
export function explainRelease(
  application: Pick<Application, 'follow' | 'dependsOn'>,
  environment: string,
  release: Given | null,
): ReleaseExplanation {
  if (release === null) {
    const text =
      environment === ''
        ? 'Placed, and waits for a release: its cluster names no environment.'
        : `Placed, and waits for a release in ${environment}.`
    return { kind: 'none', environment, change: null, rollout: null, text }
  }
  const { isBase, since, rollout, hold } = release
  if (hold !== null) {
    const named = nameOf(release, application.follow)
    const text = `${named} is held by the cluster until ${minuteText(new Date(hold.until))}: ${hold.reason} (${hold.by}).`
    return { kind: 'hold', environment, change: since, rollout, text }
  }
  const place = where(environment)
  // Where others are needed, a set may also be what its clusters had before.
  const ofSet = needsOthers(application) ? `what some clusters ${place} have` : `ahead ${place}`
  const whose = isBase ? `what clusters ${place} have` : ofSet
  const by = rollout === null ? '' : `, by rollout ${rollout}`
  return {
    kind: isBase ? 'base' : 'ahead',
    environment,
    change: since,
    rollout,
    text: `${nameOf(release, application.follow)} is ${whose}; it is here since change ${since}${by}.`,
  }
}

function nameOf({ version, source }: Given, follow: Application['follow']): string {
  const named = capitalised(revisionWords(source))
  if (version === null && follow === 'branch') return named
  if (version === null) return `${named}, as before it followed versions,`
  const { name, number } = version
  return name === null ? `Version ${number}` : `Version ${name}`
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function where(environment: string): string {
  return environment === '' ? 'without an environment' : `in ${environment}`
}
