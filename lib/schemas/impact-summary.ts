// What the history keeps of a change's impact, in counts.
import { z } from 'zod'

const count = z.number().int().min(0)

const impactSummary = z.object({
  placements: z.object({ added: count, removed: count, changed: count }),
  applications: count,
  clusters: count,
  files: z.object({ added: count, removed: count, modified: count }),
  branches: z.array(z.string()),
  /** Only of a change after which bootstraps have to be applied again. */
  bootstraps: count.optional(),
})

export type ImpactSummary = z.output<typeof impactSummary>

/** The counts of a kept impact; null: it was kept in a shape that this version doesn't know. */
export function readImpactSummary(impact: unknown): ImpactSummary | null {
  return impactSummary.safeParse(impact).data ?? null
}
