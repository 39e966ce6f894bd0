import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { model } from '#lib/domain/testing/arbitrary-edits.ts'
import { type Model, naiveTree, naivelyTyped } from '#lib/domain/testing/naive.ts'
import { settings } from './argocd/testing/sample-fleet.ts'
import { fileRenderer } from './file-renderer.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const onBranch: FileRenderer['branch'] = ({ environment }) => environment || 'main'

/** The same fleet without a type: each cluster says itself what its type said, and carries the label that its type gave it. */
function withoutTypes(fleet: Model): Model {
  const clusters = [...fleet.objects.cluster].map(([id, cluster]) => {
    const { argocdNamespace, defaultProject } = naivelyTyped(fleet, cluster)
    const labels = clusterLabels(cluster)
    return [id, { ...cluster, type: null, argocdNamespace, defaultProject, labels }] as const
  })
  const objects = { ...fleet.objects, 'cluster-type': new Map(), cluster: new Map(clusters) }
  return { ...fleet, objects }
}

it('writes with types what it writes where every cluster says itself what its type says', () => {
  const render = fileRenderer(settings, onBranch)
  fc.assert(
    fc.property(model, (fleet) => {
      expect(naiveTree(fleet, render)).toEqual(naiveTree(withoutTypes(fleet), render))
    }),
    { numRuns },
  )
})
