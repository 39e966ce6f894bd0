// What the history keeps of a change that a rollout made.
import { z } from 'zod'

export const keptRollout = z.strictObject({
  id: z.number().int(),
  wave: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Which of its waves, from 1 on; null: its roll back.' }),
})

export type KeptRollout = z.output<typeof keptRollout>

/** What a kept impact says of the rollout that made the change; null: none did. */
export function readKeptRollout(impact: unknown): KeptRollout | null {
  return z.object({ rollout: keptRollout }).safeParse(impact).data?.rollout ?? null
}
