// What the history keeps of a change by which an application was released to clusters that waited for others.
import { z } from 'zod'
import { dependencySchema } from '#lib/domain/objects/application/dependency.ts'

const count = z.number().int()

export const keptReleased = z.strictObject({
  clusters: count.meta({ description: 'How many clusters waited no more.' }),
  dependencies: z
    .array(
      z.strictObject({
        needed: dependencySchema,
        number: count
          .nullable()
          .meta({ description: 'Of the version that was needed at least; null: any was enough.' }),
        healthy: count.meta({
          description: 'On how many of the clusters it was healthy by their newest report.',
        }),
        unheard: count.meta({
          description: 'On how many that never reported it was in Git.',
        }),
      }),
    )
    .meta({ description: 'What was so of each dependency then.' }),
})

export type KeptReleased = z.output<typeof keptReleased>

/** What a kept impact says of such a release; null: the change was none. */
export function readKeptReleased(impact: unknown): KeptReleased | null {
  return z.object({ released: keptReleased }).safeParse(impact).data?.released ?? null
}
