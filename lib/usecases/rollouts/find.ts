import { auditName, type Subject } from '../audit/subject.ts'
import type { Context, Loaded } from '../define.ts'
import { refusalOf } from '../refusal.ts'
import { readRollout, type StoredRollout } from './stored.ts'

export const rolloutSubject: Subject = {
  kind: 'rollout',
  namedBy: ['namespace', 'application', 'environment'],
}

export function nameOfRollout(id: number): string {
  return auditName(rolloutSubject, String(id))
}

/** Of all waves the one with a number, from 1. */
export function waveAt<Wave>(waves: readonly Wave[], number: number): Wave {
  const wave = waves[number - 1]
  if (wave !== undefined) return wave
  const reason = `The rollout has ${waves.length} waves.`
  throw refusalOf('invalid', [{ path: ['wave'], code: 'unknown_wave', reason }])
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
