// What the event of a rollout’s start keeps of what there was before it.
import { z } from 'zod'

const startedFacts = z.object({
  from: z.array(z.object({ version: z.int().nullable(), clusters: z.int() })),
})

type StartedFacts = z.output<typeof startedFacts>

/** How many clusters had which version (null: what was there before versions); empty: they had nothing. */
export function readStartedFrom(facts: unknown): StartedFacts['from'] {
  return startedFacts.safeParse(facts).data?.from ?? []
}
