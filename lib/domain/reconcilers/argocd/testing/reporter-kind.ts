// The Deployment that generated manifests may contain: one Pod under the restricted rules, and every other field is refused.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted (1.34)
import { z } from 'zod'
import { metadata, texts } from './metadata.ts'

const yes = z.literal(true)
const no = z.literal(false)
const labels = z.strictObject({ 'app.kubernetes.io/name': z.literal('berth-reporter') })
const nobody = z.literal(65_532)

const container = z.strictObject({
  name: z.literal('reporter'),
  image: z.string(),
  command: z.tuple([z.literal('sh'), z.literal('-c'), z.string()]),
  workingDir: z.literal('/tmp'),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  resources: z.strictObject({ requests: texts, limits: texts }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: no,
    readOnlyRootFilesystem: yes,
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.tuple([
    z.strictObject({ name: z.literal('work'), mountPath: z.literal('/tmp') }),
    z.strictObject({
      name: z.literal('secret'),
      mountPath: z.literal('/etc/berth'),
      readOnly: yes,
    }),
  ]),
})

const pod = z.strictObject({
  serviceAccountName: z.literal('berth-reporter'),
  automountServiceAccountToken: yes,
  enableServiceLinks: no,
  terminationGracePeriodSeconds: z.number(),
  nodeSelector: z.strictObject({ 'kubernetes.io/os': z.literal('linux') }),
  securityContext: z.strictObject({
    runAsNonRoot: yes,
    runAsUser: nobody,
    runAsGroup: nobody,
    fsGroup: nobody,
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([container]),
  volumes: z.tuple([
    z.strictObject({
      name: z.literal('work'),
      emptyDir: z.strictObject({ sizeLimit: z.string() }),
    }),
    z.strictObject({
      name: z.literal('secret'),
      secret: z.strictObject({
        secretName: z.literal('berth-reporter'),
        optional: yes,
        defaultMode: z.literal(0o440),
      }),
    }),
  ]),
})

export const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: z.literal(1),
    strategy: z.strictObject({ type: z.literal('Recreate') }),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
  }),
})
