import { z } from 'zod'

/** What the server adds to every object that it answers. */
export const objectStatus = z.strictObject({
  change: z
    .number()
    .int()
    .meta({ description: 'The change that brought the object to this state.' }),
  since: z.iso.datetime().meta({ description: 'When that change was accepted.' }),
})
