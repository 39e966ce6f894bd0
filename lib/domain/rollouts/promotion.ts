// Which version an environment takes next by itself, where it takes the newest. Instants are milliseconds since 1970.
import type { Environment } from '#lib/domain/objects/objects.ts'
import { eligible } from './gates.ts'
import type { Facts, Waiting } from './rollout.ts'

/** A version that may come to an environment. */
export type Candidate = {
  readonly number: number
  /** Each environment that must come first. */
  readonly after: Facts['after']
  /** Whether the team may still use the repository of the version. */
  readonly isRepositoryAllowed: boolean
}

/** What is so of an application in an environment. */
export type Road = {
  readonly auto: Environment['auto']
  readonly afterSoakMs: number
  /** Whether it is placed on a cluster there. */
  readonly isPlaced: boolean
  /** The number of the version that clusters have there; null: none, or what there was before versions. */
  readonly base: number | null
  /** The newest version that somebody took back or ended there, or that was known then; null: none. */
  readonly autoAfter: number | null
  /** The rollout that is running or paused, `version` as in `base`; null: none is. */
  readonly rollout: { readonly version: number | null } | null
  /** In any order. */
  readonly versions: readonly Candidate[]
}

export type Promotion = {
  readonly version: number
  /** From when on; not later than now: at once. */
  readonly at: number
  /** Whether another rollout has to be over first, whenever that is. */
  readonly isAfterRollout: boolean
}

/**
 * The version that the environment takes next by itself, from what is known now; null: none. Of those that are newer than what
 * it has, than what is on its way and than what was taken back there, it is the newest that may come now or else, where none
 * may, the newest of those that may come first.
 */
export function promotionOf(road: Road, now: number): Promotion | null {
  const { auto, isPlaced, base, autoAfter, rollout } = road
  if (auto === 'off' || !isPlaced) return null
  const floor = Math.max(base ?? 0, autoAfter ?? 0, rollout?.version ?? 0)
  const coming = road.versions
    .filter(({ number }) => number > floor)
    .flatMap((candidate) => {
      const at = instantOf(candidate, road, now)
      return at === null ? [] : [{ version: candidate.number, at }]
    })
  if (coming.length === 0) return null
  const at = Math.min(...coming.map((each) => each.at))
  const first = coming.filter((each) => each.at === at)
  const version = Math.max(...first.map((each) => each.version))
  return { version, at, isAfterRollout: rollout !== null }
}

/** What a version waits for before it may come to the environment; null: it may. */
export function admissionOf(
  candidate: Candidate,
  { afterSoakMs }: Pick<Road, 'afterSoakMs'>,
  now: number,
): Pick<Waiting, 'until' | 'text'> | null {
  return eligible({ ...candidate, afterSoakMs }, now).waiting
}

/** From when on a version may come, `now` if it may already; null: time alone doesn’t let it. */
function instantOf(candidate: Candidate, road: Road, now: number): number | null {
  const waiting = admissionOf(candidate, road, now)
  return waiting === null ? now : waiting.until
}
