// The request to roll an application back, and what the history keeps of one.
import { z } from 'zod'

const moment = z.strictObject({
  change: z
    .number()
    .int()
    .min(1)
    .max(999_999_999_999_999)
    .optional()
    .meta({ description: 'To how it was once this change had taken effect.' }),
  at: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'To how it was at this instant.' }),
})

export const rollbackInput = z
  .strictObject({
    to: moment.refine(({ change, at }) => (change === undefined) !== (at === undefined), {
      error: 'Name either a change or an instant.',
    }),
  })
  .meta({ id: 'Rollback' })

export type RollbackBody = z.output<typeof rollbackInput>

/** What the history keeps of a roll back. */
export const keptRollback = z.strictObject({
  to: z.number().int().meta({ description: 'The change to whose time it went back.' }),
  at: z.iso.datetime().meta({ description: 'That time.' }),
  commit: z.string().nullable().meta({ description: 'To which it was pinned; null: to none.' }),
  follows: z.string().nullable().meta({ description: 'The branch that it followed until then.' }),
})

export type KeptRollback = z.output<typeof keptRollback>

/** What a kept impact says of a roll back; null: the change was none. */
export function readRollback(impact: unknown): KeptRollback | null {
  return z.object({ rollback: keptRollback }).safeParse(impact).data?.rollback ?? null
}
