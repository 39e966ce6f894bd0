import { describe, expect, it } from 'vitest'
import { admits } from './testing/admission-evaluator.ts'
import {
  confinedFleet,
  generatedDocuments,
  installedDocuments,
} from './testing/confinement-fleet.ts'
import { objectsIn } from './testing/parse-tree.ts'

const objects = objectsIn(installedDocuments(generatedDocuments(confinedFleet)), 'argocd')

/** Whether Helm may create the hook of a release, which has no tracking id of Argo CD. */
function helmMakes(namespace: string, hook: string): boolean {
  const metadata = { name: 'cleanup', namespace, annotations: { 'helm.sh/hook': hook } }
  const object = { apiVersion: 'batch/v1', kind: 'Job', metadata }
  return admits(objects, { user: 'ada@example.com', operation: 'CREATE', object })
}

describe('what the onboarding says of charts that people install by Helm', () => {
  it.each(['monitoring', 'kube-system', 'payments'])(
    'their hooks of a deletion are refused, in teams’ namespaces and in others: %s',
    (namespace) => {
      for (const hook of ['pre-delete', 'post-delete', 'post-install,pre-delete']) {
        expect(helmMakes(namespace, hook)).toBe(false)
      }
    },
  )

  it('their other hooks are made', () => {
    for (const hook of ['pre-install', 'post-upgrade', 'test']) {
      expect(helmMakes('monitoring', hook)).toBe(true)
    }
  })
})
