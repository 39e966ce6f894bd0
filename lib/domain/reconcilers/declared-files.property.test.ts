import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { aTypedCluster, aTeam } from '#lib/domain/testing/objects.ts'
import { settings } from './argocd/testing/sample-fleet.ts'
import { RECONCILERS } from './registered.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const groups = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    role: fc.constantFrom('contributor' as const, 'reader' as const),
  }),
)
const team = fc
  .record({
    groups,
    kubectl: fc.constantFrom('view' as const, 'edit' as const),
    network: fc.constantFrom('open' as const, 'namespace' as const, 'closed' as const),
    quota: fc.constantFrom(null, new Map(), new Map([['pods', '10']])),
    sourceRepos: fc.constantFrom([], ['https://git.example.com/ops']),
  })
  .map((fields) => aTeam(fields))
const cluster = fc
  .record({
    confinement: fc.constantFrom(...CONFINEMENTS),
    defaultProject: fc.constantFrom('keep' as const, 'empty' as const),
    argocdNamespace: fc.constantFrom(null, 'gitops', 'openshift-gitops'),
    environment: fc.constantFrom('', 'prod'),
  })
  .map((fields) => aTypedCluster(fields))

type Declared = { readonly always: readonly string[]; readonly optional: readonly string[] }

const kinds = RECONCILERS.map((reconciler) => [reconciler.name, reconciler] as const)

describe.each(kinds)('the files that %s declares', (_, { files, manifests, variantOf }) => {
  const { base, team: teamFiles } = manifests(settings, () => 'main')

  it('are those that it writes: each of those that are always there, others only of the optional ones', () => {
    const seen = new Set<string>()
    const hold = (declared: Declared, written: Iterable<string>, folder: string) => {
      const names = [...written]
      expect(names).toEqual(expect.arrayContaining([...declared.always]))
      const more = names.filter((name) => !declared.always.includes(name))
      expect(declared.optional).toEqual(expect.arrayContaining(more))
      for (const name of more) seen.add(`${folder}/${name}`)
    }
    fc.assert(
      fc.property(cluster, team, (cluster, team) => {
        hold(files.base, base(cluster).keys(), 'base')
        hold(files.team, teamFiles(team, variantOf(cluster)).keys(), 'team')
      }),
      { numRuns },
    )
    const optional = [
      ...files.base.optional.map((name) => `base/${name}`),
      ...files.team.optional.map((name) => `team/${name}`),
    ]
    expect([...seen].sort()).toEqual(optional.sort())
  })

  it('have the root among those that are always there', () => {
    expect(files.base.always).toContain(files.root)
  })
})
