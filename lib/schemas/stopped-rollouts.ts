// The rollouts that freezes stop, as they are answered.
import { z } from 'zod'

const count = z.number().int().min(0)

const stoppedRollouts = z.strictObject({
  total: count.meta({ description: 'How many, among the 2,000 newest that run.' }),
  items: z
    .array(
      z.strictObject({
        rollout: count,
        namespace: z.string(),
        application: z.string(),
        environment: z.string(),
        version: z
          .strictObject({ number: count, name: z.string().nullable() })
          .nullable()
          .meta({ description: 'Null: what the application had before it followed versions.' }),
      }),
    )
    .meta({ description: 'The newest five.' }),
})
export type StoppedRollouts = z.output<typeof stoppedRollouts>

export const rolloutsOfFreezes = z
  .strictObject({ stopped: stoppedRollouts, let_go: stoppedRollouts })
  .meta({ id: 'RolloutsOfFreezes' })
export type RolloutsOfFreezes = z.output<typeof rolloutsOfFreezes>
