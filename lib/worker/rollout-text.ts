// What the text of a commit says of the rollout that made its change.
import type { PendingChange, PendingRollout } from '#db/queries/publishing.ts'
import type { Trailer } from '#lib/adapters/git/commit.ts'
import { inert } from '#lib/domain/git/inert-text.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { placementsAt } from './placement-paths.ts'
import { reasonLines } from './reason-text.ts'
import type { TreeDifference } from './tree-difference.ts'

/** The first line; null: no rollout made the change, or the commit does something else, too. */
export function rolloutSubject(
  [{ rollout }, ...others]: readonly [Pick<PendingChange, 'rollout'>, ...unknown[]],
  { removed, added, modified }: TreeDifference,
): string | null {
  if (rollout === null || others.length > 0 || placementsAt(removed).length > 0) return null
  const placed = placementsAt([...added, ...modified])
  const isAlone = placed.every(({ application }) => application === rollout.application)
  if (placed.length === 0 || !isAlone) return null
  return `${doneBy(rollout)} (${counted(placed.length, 'cluster')})`
}

function doneBy({
  application,
  version,
  environment,
  wave,
  goesBack,
  other,
}: PendingRollout): string {
  const what = version === null ? 'what was there before versions' : inert(version)
  const [from, to] = wave === null ? [what, other] : [other, what]
  if (wave === null || goesBack) {
    const versions = [
      ...(from === null ? [] : [inert(from)]),
      ...(to === null ? [] : [`to ${inert(to)}`]),
    ]
    return `Roll back ${application} ${versions.join(' ')} in ${environment}`
  }
  return `Roll out ${application} ${what} to ${environment}, wave ${wave}`
}

/** Of a change that released a wave; of others none. */
export function rolloutTrailers({ rollout }: Pick<PendingChange, 'rollout'>): Trailer[] {
  if (rollout === null || rollout.wave === null) return []
  const { id, waveNumber, version } = rollout
  const released: Trailer = [ROLLOUT_KEY, `${id}/${waveNumber}`]
  // A trailer contains only ASCII, and no spaces.
  return version === null ? [released] : [released, [VERSION_KEY, encodeURI(version)]]
}

const ROLLOUT_KEY = 'Berth-Rollout'
const VERSION_KEY = 'Berth-Version'

/** Numbers stand without a sign before them, which hosts take for that of an issue. */
export function rolloutLines({ id, wave, reason }: PendingRollout): string[] {
  const what = wave === null ? `rollout ${id}, taken back` : `rollout ${id}, wave ${wave}`
  return [what, ...reasonLines(reason)]
}
