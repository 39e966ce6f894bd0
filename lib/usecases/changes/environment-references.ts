// The environments that must come before another one: they must be there, and stay, and none may wait for itself.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { Refusal } from '../refusal.ts'
import { findEnvironment } from '../rollouts/environment.ts'
import type { ResolvedDraft } from './drafts.ts'

/** The issues of what an environment comes after: `unknown_environment`, `environment_cycle`. */
export function environmentIssues(after: Fleet, object: ModelObject): Issue[] {
  if (object.kind !== 'environment') return []
  return object.after.flatMap((name, index) => {
    const path = ['after', index]
    if (findEnvironment(after, name) === null) {
      const reason = `There is no environment ${name}.`
      return [{ path, code: 'unknown_environment', reason }]
    }
    const way = wayTo(after, name, object.name)
    if (way === null) return []
    const reason = `It would wait for itself: ${[object.name, ...way].join(' → ')}.`
    return [{ path, code: 'environment_cycle', reason }]
  })
}

/** The shortest way from one environment to another over what each comes after, both included; null: there is none. */
function wayTo(fleet: Fleet, from: string, to: string): readonly string[] | null {
  const ways: (readonly string[])[] = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1)!
    if (last === to) return way
    for (const next of findEnvironment(fleet, last)?.after ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

/** Refuses to delete an environment that another one comes after. */
export function requireUnneededEnvironment(after: Fleet, draft: ResolvedDraft): void {
  if (draft.before?.kind !== 'environment' || draft.after !== null) return
  const { name } = draft.before
  const next = after.environments.slots.find((each) => each?.after.includes(name))
  if (next === undefined) return
  throw new Refusal('conflict', `Versions come to ${next.name} after they succeeded in ${name}.`, {
    code: 'environment_in_use',
  })
}
