// What the history keeps of a change's impact, in counts.
import { z } from 'zod'

const count = z.number().int().min(0)

const impactSummary = z.object({
  placements: z.object({ added: count, removed: count, changed: count }),
  applications: count,
  clusters: count,
  files: z.object({ added: count, removed: count, modified: count }),
  branches: z.array(z.string()),
})

export type ImpactSummary = z.output<typeof impactSummary>

const kinds = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** Which kinds a change added to or removed from those that teams may bring; null: it didn't edit that list. */
export function readKinds(impact: unknown): z.output<typeof kinds> | null {
  return z.object({ kinds }).safeParse(impact).data?.kinds ?? null
}

const overrider = z.strictObject({
  kind: z.enum(['person', 'token', 'system']),
  id: z.string(),
  name: z.string(),
})

export const keptOverrides = z.array(
  z.strictObject({
    code: z.string(),
    name: z.string().meta({ description: 'Of the freeze or, of all else, the environment.' }),
    by: overrider.optional().meta({
      description:
        'Who overrode it, where that isn’t who made the change: somebody let the wave of a rollout go on.',
    }),
    reason: z.string().optional().meta({ description: 'Why; absent: the reason of the change.' }),
  }),
)

export type Overrides = z.output<typeof keptOverrides>

/** What would have stopped a change, and was overridden. */
export function readOverrides(impact: unknown): Overrides {
  return z.object({ overrides: keptOverrides }).safeParse(impact).data?.overrides ?? []
}

/** The change that a change takes back; null: none. */
export function readReverts(impact: unknown): number | null {
  return z.object({ reverts: count }).safeParse(impact).data?.reverts ?? null
}

/** On how many clusters somebody has to apply the bootstrap again because of a change. */
export function readBootstraps(impact: unknown): number {
  return z.object({ bootstraps: count }).safeParse(impact).data?.bootstraps ?? 0
}

/** The counts of a kept impact; null: this version doesn't know its shape. */
export function readImpactSummary(impact: unknown): ImpactSummary | null {
  return impactSummary.safeParse(impact).data ?? null
}

/** How many placements a change moved. */
export function countMoved(impact: unknown): number {
  const summary = readImpactSummary(impact)
  if (summary === null) return 0
  const { added, removed, changed } = summary.placements
  return added + removed + changed
}
