// The metadata of all generated kinds.
import { z } from 'zod'

export const texts = z.record(z.string(), z.string())

export const metadata = z.strictObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: texts.optional(),
  annotations: texts.optional(),
  finalizers: z.array(z.string()).optional(),
})
