import { z } from 'zod'

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const

export const deliveryOutput = z
  .strictObject({
    id: z.uuid().meta({ description: 'The receiver sees it, the same at each attempt.' }),
    event: z.string().meta({ examples: ['alert.fired'] }),
    subject: z.string(),
    state: z.enum(DELIVERY_STATES),
    at: z.iso.datetime(),
    attempts: z.int().min(0).meta({ description: 'Since it was last asked for.' }),
    last_status: z
      .int()
      .nullable()
      .meta({ description: 'Of the last answer; null: there was none.' }),
    last_answer: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the last answer, or why there was none.' }),
    next_attempt_at: z.iso.datetime().nullable(),
    settled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delivery' })

export type DeliveryJson = z.output<typeof deliveryOutput>
