import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { typedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import { settings } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { bootstrapImpact } from './bootstrap-impact.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const branch = ({ environment }: Cluster) => environment || 'main'

const cluster = fc.record({
  environment: fc.constantFrom('', 'prod', 'stage'),
  confinement: fc.constantFrom(...CONFINEMENTS),
  argocdNamespace: fc.constantFrom(null, 'gitops', 'openshift-gitops'),
  defaultProject: fc.constantFrom('keep' as const, 'empty' as const),
})
const clusters = fc
  .array(cluster, { maxLength: 8 })
  .map((many) => many.map((fields, index) => aCluster({ name: `c${index}`, ...fields })))

const kinds = fc.subarray([
  { group: '', resources: ['endpoints'] },
  { group: 'apps', resources: ['deployments'] },
  { group: 'cert-manager.io', resources: ['certificates', 'issuers'] },
])

const rendererOf = (applicationKinds: typeof settings.applicationKinds) =>
  fileRenderer({ ...settings, applicationKinds }, branch)

describe('the clusters whose bootstrap another list of kinds touches', () => {
  it('are those whose text differs, though one of each shape is rendered', () => {
    fc.assert(
      fc.property(clusters, kinds, kinds, (objects, before, after) => {
        const fleet = emptyFleet().with(
          objects.map((after, id) => ({ kind: 'cluster', id: id + 1, after })),
        )
        const [was, is] = [rendererOf(before), rendererOf(after)]
        const typed = objects.map((each) => typedCluster(each, DEFAULT_TYPE))
        const touched = typed.filter((each) => was.bootstrap(each) !== is.bootstrap(each))
        const [first] = touched
        expect(bootstrapImpact(fleet, was, is)).toEqual({
          clusters: touched.length,
          branches: [...new Set(touched.map(branch))].sort(),
          example: first
            ? {
                branch: branch(first),
                file: {
                  path: bootstrapPath(first.name),
                  before: was.bootstrap(first),
                  after: is.bootstrap(first),
                },
              }
            : null,
        })
      }),
      { numRuns },
    )
  })
})
