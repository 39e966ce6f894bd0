// The admission policies that the bootstrap may contain. Whatever could exempt a request, such as a selector of namespaces
// or a policy's parameters, isn't here and so is refused.
import { z } from 'zod'
import { compiles } from './cel.ts'
import { metadata } from './metadata.ts'

const expression = z.string().refine(compiles, 'the API server refuses what is no expression')
const named = z.strictObject({ name: z.string().min(1), expression })

const resourceRule = z.strictObject({
  apiGroups: z.array(z.string()).min(1),
  apiVersions: z.array(z.string()).min(1),
  operations: z.array(z.enum(['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'])).min(1),
  resources: z.array(z.string()).min(1),
})

export const admissionPolicy = z.strictObject({
  apiVersion: z.literal('admissionregistration.k8s.io/v1'),
  kind: z.literal('ValidatingAdmissionPolicy'),
  metadata,
  spec: z.strictObject({
    failurePolicy: z.enum(['Fail', 'Ignore']).optional(),
    matchConstraints: z.strictObject({ resourceRules: z.array(resourceRule).min(1) }),
    matchConditions: z.array(named).optional(),
    variables: z.array(named).optional(),
    validations: z
      .array(
        z.strictObject({
          expression,
          message: z.string().optional(),
          reason: z.enum(['Forbidden', 'Invalid']).optional(),
        }),
      )
      .min(1),
  }),
})

export const admissionPolicyBinding = z.strictObject({
  apiVersion: z.literal('admissionregistration.k8s.io/v1'),
  kind: z.literal('ValidatingAdmissionPolicyBinding'),
  metadata,
  spec: z.strictObject({
    policyName: z.string().min(1),
    validationActions: z.array(z.enum(['Deny', 'Warn', 'Audit'])).min(1),
  }),
})

export type AdmissionPolicy = z.infer<typeof admissionPolicy>
