import { z } from 'zod'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { targetPolicyIssues } from '#lib/domain/objects/target-policy-issues.ts'
import { type Checked, checked, refused } from '#lib/domain/text/issue.ts'
import { ignoredStatus, readShape, selectorInput, selectorOutput } from './shape.ts'
import { objectStatus } from './status.ts'

const effect = z.enum(['include', 'exclude'])

export const targetPolicyInput = z
  .strictObject({
    name: z.string().meta({ examples: ['app1_to_east'] }),
    description: z.string().default(''),
    app_selector: selectorInput,
    cluster_selector: selectorInput,
    effect: effect.default('include'),
    namespace: z
      .string()
      .optional()
      .meta({ description: 'The owning team; absent: a platform policy.' }),
    suspended: z.boolean().default(false),
    status: ignoredStatus,
  })
  .meta({ id: 'TargetPolicyInput' })

export const targetPolicyOutput = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    app_selector: selectorOutput,
    cluster_selector: selectorOutput,
    effect,
    namespace: z.string().optional(),
    suspended: z.boolean(),
    status: objectStatus.extend({
      app_selector: z.string().meta({ description: 'The canonical kubectl string.' }),
      cluster_selector: z.string().meta({ description: 'The canonical kubectl string.' }),
    }),
  })
  .meta({ id: 'TargetPolicy' })

/** A target policy from the JSON that people send, with every issue of its shape or else of its content. */
export function readTargetPolicy(json: unknown): Checked<TargetPolicy> {
  const shape = readShape(targetPolicyInput, json)
  if (!shape.ok) return shape
  const { value } = shape
  const appSelector = parseSelector(value.app_selector, ['app_selector'])
  const clusterSelector = parseSelector(value.cluster_selector, ['cluster_selector'])
  if (!appSelector.ok || !clusterSelector.ok) {
    return refused([appSelector, clusterSelector].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  const policy: TargetPolicy = {
    kind: 'target-policy',
    name: value.name,
    description: value.description,
    appSelector: appSelector.value,
    clusterSelector: clusterSelector.value,
    effect: value.effect,
    team: value.namespace ?? null,
    suspended: value.suspended,
  }
  return checked(policy, targetPolicyIssues(policy))
}
