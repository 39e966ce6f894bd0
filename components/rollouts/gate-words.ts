import type { OverridableGate } from '#lib/domain/rollouts/rollout.ts'

/** What a gate holds a wave for. */
const WORDS: Readonly<Record<OverridableGate, string>> = {
  not_eligible: 'the environments before',
  frozen: 'freezes',
  outside_hours: 'the hours',
  approval: 'approvals',
  soak: 'the soak',
  health: 'enough healthy clusters',
  silent: 'silent clusters',
  failing: 'failing clusters',
  check: 'checks',
  depends: 'dependencies',
}

export function gateWords(gates: readonly OverridableGate[]): string {
  return gates.map((gate) => WORDS[gate]).join(', ')
}
