// The head of a report that is carried from a site without a network: what its signature covers besides the report.
import { z } from 'zod'

export const carriedHead = z.strictObject({
  apiVersion: z.literal('berth.dev/v1'),
  kind: z.literal('CarriedReport'),
  cluster: z.string().min(1),
  /** When the cluster was looked at, by its own clock. */
  at: z.iso.datetime({ offset: true }),
  /** A number that grows with each report and never starts again. */
  sequence: z.number().int().min(0).nullish(),
})

export type CarriedHead = z.output<typeof carriedHead>
