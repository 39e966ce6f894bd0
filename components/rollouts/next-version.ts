// Which version somebody brings next to an environment on an application's road.
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'

type Item = ApplicationEnvironments['items'][number]

export type NextVersion = {
  readonly number: number
  readonly name: string | null
  /** Why it may not come yet, and until when; null: it may. */
  readonly waitingFor: Item['versions'][number]['waiting_for']
}

/**
 * The newest version that may come, or else the newest that time alone lets come; null: none does, a rollout is under way, or
 * only such are left that somebody went back from.
 */
export function nextVersion({
  rollout,
  versions,
  auto_after: wentBackAt,
}: Item): NextVersion | null {
  if (rollout !== null) return null
  const later = versions.filter(({ number }) => number > (wentBackAt ?? 0))
  const found =
    later.find(({ waiting_for: waiting }) => waiting === null) ??
    later.find(({ waiting_for: waiting }) => waiting !== null && waiting.until !== null)
  if (found === undefined) return null
  const { number, name, waiting_for: waitingFor } = found
  return { number, name, waitingFor }
}

/** The first environment to which somebody may bring a version now; null: to none. Some take theirs by themselves. */
export function nextStep(items: readonly Item[]): Item | null {
  return items.find((item) => item.auto === 'off' && nextVersion(item)?.waitingFor === null) ?? null
}

/** The environments of an application's road, and the others: where it isn't placed, nor has to succeed first. */
export function roadOf(items: readonly Item[]) {
  const isThere = ({ clusters, base, rollout }: Item) =>
    clusters > 0 || base !== null || rollout !== null
  const first = new Set(items.filter(isThere).flatMap(({ after }) => after))
  const isStop = (item: Item) => isThere(item) || first.has(item.environment)
  return { stops: items.filter(isStop), others: items.filter((item) => !isStop(item)) }
}
