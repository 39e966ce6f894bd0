// How the clusters of a wave are that is in Git, by what they report, and whether that is enough.
import type { HealthRule, WaveSize } from '#lib/domain/objects/environment/wave-rule.ts'
import { type Bits, countBits, intersect, isEmpty, subtract, unite } from '#lib/domain/sets/bits.ts'
import type { Facts, HealthCounts, Reports, Wave } from './rollout.ts'

/** The clusters that a wave gave the version and that are still there; others are in no number. `placed` is that of `Facts`. */
export function reportersOf({ released }: Wave, placed: Bits): Bits {
  return intersect(released ?? [], placed)
}

/**
 * The clusters of a wave that were healthy once, and what each is now: silent before anything else, then failing, then healthy
 * if it was so once, and else progressing. One that never reported is silent.
 */
export function measure(
  wave: Wave,
  members: Bits,
  reports: Reports,
): { readonly ok: Bits; readonly health: HealthCounts } {
  const { ok, progressing, failing, silent } = healthOf(wave, members, reports)
  return {
    ok: unite(wave.ok, intersect(reports.ok, members)),
    health: {
      ok: countBits(ok),
      progressing: countBits(progressing),
      failing: countBits(failing),
      silent: countBits(silent),
    },
  }
}

/** The same clusters, as sets. */
export function healthOf(
  { ok: before }: Pick<Wave, 'ok'>,
  members: Bits,
  { ok: said, failing: bad, silent, reporting }: Reports,
): Readonly<Record<keyof HealthCounts, Bits>> {
  const heard = intersect(members, subtract(reporting, silent))
  const failing = intersect(heard, bad)
  const ok = intersect(subtract(heard, failing), unite(before, said))
  const progressing = subtract(subtract(heard, failing), ok)
  return { ok, progressing, failing, silent: subtract(members, heard) }
}

/** Whether none of a wave’s clusters ever reported, so that they can’t be asked. */
export function isUnobserved(wave: Wave, { placed, reports }: Pick<Facts, 'placed' | 'reports'>) {
  const members = reportersOf(wave, placed)
  return reports !== null && !isEmpty(members) && isEmpty(intersect(members, reports.reporting))
}

/** What a rule asks of as many clusters as are counted. */
export type Bounds = {
  /** How many must be healthy. */
  readonly ok: number
  /** How many may be failing, and silent. */
  readonly failing: number
  readonly silent: number
}

/** One at least must be healthy, and percents never round to what asks for less: up to be healthy, else down. */
export function boundsOf(
  { healthyPercent, failing, silentPercent }: HealthRule,
  counts: HealthCounts,
): Bounds {
  const members = counts.ok + counts.progressing + counts.failing + counts.silent
  return {
    ok: Math.max(1, Math.ceil(((members - counts.silent) * healthyPercent) / 100)),
    failing: shareOf(failing, members),
    silent: Math.floor((members * silentPercent) / 100),
  }
}

function shareOf(share: WaveSize, members: number): number {
  return 'count' in share ? share.count : Math.floor((members * share.percent) / 100)
}
