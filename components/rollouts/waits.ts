import type { RolloutJson } from '#lib/schemas/rollout.ts'

/** What the wave that is on its way or comes next waits for. */
export function waitsOf({
  waves,
  wave,
}: Pick<RolloutJson, 'waves' | 'wave'>): RolloutJson['waves'][number]['waiting_for'] {
  return waves.slice(wave - 1).find(({ waiting_for: waits }) => waits.length > 0)?.waiting_for ?? []
}
