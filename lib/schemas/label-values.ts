import { z } from 'zod'

export const labelValuesSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        text: z.string().meta({ description: 'A key, or a value of the key that was asked for.' }),
        count: z.number().int().min(1).meta({ description: 'How many objects carry it.' }),
      }),
    ),
    more: z.boolean().meta({ description: 'Whether there are more than `limit`.' }),
  })
  .meta({ id: 'LabelValues' })
