// What stops a save whatever it confirms: the protection of an environment.
import type { Impact } from '#lib/domain/impact/impact.ts'
import type { MovedIn } from '#lib/domain/impact/environment-impact.ts'
import { closedEnvironments } from '#lib/domain/impact/protections.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { auditName } from '../audit/subject.ts'
import type { Context, EditContext } from '../define.ts'
import { subjectOf } from '../objects/requested-object.ts'
import type { WriteOptions } from './write-options.ts'

export type Stop = {
  readonly code: 'environment_protected'
  /** The name of the object that stops it, of the kind that the code is about. */
  readonly name: string
  readonly message: string
  /** Whether whoever asked may override it. */
  readonly mayOverride: boolean
}

/** By the objects as they were before the edit: one that weakens what stops it is stopped. */
export function stopsOf(
  { actor }: Pick<Context, 'actor'>,
  { before }: Impact,
  environments: ReadonlyMap<string, MovedIn>,
): readonly Stop[] {
  const closed = closedEnvironments(before, environments.keys(), actor.groups)
  return closed.map(({ name }) => ({
    code: 'environment_protected',
    name,
    message: protectedSentence(name, environments.get(name)!),
    mayOverride: actor.role === 'admin',
  }))
}

/** Each stop that a kept change overrode has an event of its own in the audit. */
export function recordOverrides(
  { audit }: Pick<EditContext, 'audit'>,
  stops: readonly Stop[] = [],
  { reason }: Pick<WriteOptions, 'reason'>,
  change: number,
): void {
  for (const { name, message } of stops) {
    const object = auditName(subjectOf('environment'), name)
    audit({ action: 'override', object, after: { message, reason }, change })
  }
}

function protectedSentence(name: string, { added, removed, changed }: MovedIn): string {
  const moved = added + removed + changed
  const does = moved === 0 ? 'clears a folder' : `moves ${counted(moved, 'placement')}`
  return `Environment \`${name}\` is protected: only its deployers may change what runs there, and this ${does}.`
}
