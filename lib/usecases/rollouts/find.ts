import { auditName, type Subject } from '../audit/subject.ts'
import type { Context, Loaded } from '../define.ts'
import { type Refusal, refusalOf } from '../refusal.ts'
import { readRollout, type StoredRollout } from './stored.ts'

export const rolloutSubject: Subject = {
  kind: 'rollout',
  namedBy: ['namespace', 'application', 'environment'],
}

export function nameOfRollout(id: number): string {
  return auditName(rolloutSubject, String(id))
}

/** `waves`: how many there are. */
export function unknownWave(waves: number): Refusal {
  const reason = `The rollout has ${waves} waves.`
  return refusalOf('invalid', [{ path: ['wave'], code: 'unknown_wave', reason }])
}

export type RolloutRef = { readonly id: number }

/** It is as visible as its application. */
export async function loadRollout(
  { scope }: Context,
  { id }: RolloutRef,
): Promise<Loaded<StoredRollout> | null> {
  const found = await readRollout(scope, id)
  return found && { resource: { kind: 'rollout', team: found.row.team }, found }
}
