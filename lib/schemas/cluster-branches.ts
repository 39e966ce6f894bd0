// The branches that hold a folder of a cluster, and the request to clear one.
import { z } from 'zod'

export const clusterBranchesOutput = z
  .strictObject({
    items: z.array(
      z.strictObject({
        branch: z.string(),
        state: z.enum(['current', 'left-behind']).meta({
          description: '`left-behind`: the cluster moved away, and its folder still stands.',
        }),
        change: z.number().int().meta({
          description: 'The change with which the cluster came to the branch, or left it.',
        }),
        since: z.iso.datetime().meta({ description: 'When that change was accepted.' }),
      }),
    ),
  })
  .meta({ id: 'ClusterBranches' })

export const clearBranchInput = z
  .strictObject({
    branch: z.string().meta({ description: 'One where the cluster left its folder behind.' }),
  })
  .meta({ id: 'ClearBranch' })

export type ClearBranchBody = z.output<typeof clearBranchInput>
