// Which waves come right after one, so that whoever lets that one go on knows what they let go on.
import { type Bits, NO_BITS } from '#lib/domain/sets/bits.ts'
import { advance } from './advance.ts'
import { readyOf } from './members.ts'
import type { Facts, Rollout, Wave } from './rollout.ts'
import { withReleased } from './steps.ts'

export type FollowerFacts = Facts & {
  /** Those of all placed clusters that ever reported. */
  readonly reporting: Bits
}

/**
 * By their indices, the waves that follow one at once as soon as it and each of them is in Git: those that wait for nothing else
 * at this instant, neither for time nor for people, clusters or programs. What comes before the wave counts as over, and a pause
 * as ended. `facts.blocked`: among the clusters of all waves from it on.
 */
export function followersOf(
  rollout: Rollout,
  index: number,
  facts: FollowerFacts,
  now: number,
): readonly number[] {
  const followers: number[] = []
  let current = inGit(rollout, index, facts, now)
  let known = rollout.waves[index]!.state === 'published' ? facts : unreported(facts, now)
  for (;;) {
    const { rollout: next, release } = advance(current, known, now)
    if (release === null) return followers
    followers.push(release)
    current = withReleased(next, release, 0, readyOf(next, release, facts))
    known = unreported(facts, now)
  }
}

/** Nobody can say yet how a wave is that is in Git only now. */
function unreported({ reporting, ...facts }: FollowerFacts, now: number): Facts {
  const reports = { ok: NO_BITS, failing: NO_BITS, silent: NO_BITS, reporting, until: null }
  return { ...facts, publishedAt: now, awaited: [], reports }
}

function inGit(rollout: Rollout, index: number, facts: Facts, now: number): Rollout {
  const waves = rollout.waves.map((wave, at): Wave => {
    if (at > index || wave.state === 'passed' || wave.state === 'skipped') return wave
    const released = wave.released ?? readyOf(rollout, at, facts)
    if (at < index) return { ...wave, state: 'passed', released, passedAt: now }
    const publishedAt = wave.publishedAt ?? now
    return { ...wave, state: 'published', released, publishedAt }
  })
  return { ...rollout, state: 'running', cause: null, wave: index, waves }
}
