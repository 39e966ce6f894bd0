import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryNameIssues, pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { baseFiles, bootstrapText, clusterShape } from './cluster-manifests.ts'
import { packaging, told } from './testing/arbitrary-told.ts'
import { gobwasMatches } from './testing/glob.ts'
import type { PlacedCluster } from './testing/render-cluster.ts'
import { clusterTree, repositoryTree } from './testing/render-cluster.ts'
import { objectsOf, settings } from './testing/sample-fleet.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const name = fc.stringMatching(/^[a-z0-9]{1,4}(?:-[a-z0-9]{1,4}){0,2}$/)
const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const role = fc.constantFrom('reader' as const, 'contributor' as const)
const labels = fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }).map((pairs) => new Map(pairs))

const team: fc.Arbitrary<Team> = fc.record({
  kind: fc.constant('team' as const),
  name,
  description: anyText,
  groups: fc.array(fc.record({ id: anyText, role }), { maxLength: 4 }),
  sourceRepos: fc.array(anyText, { maxLength: 3 }),
  clusterBoundary: fc.constant(null),
  network: fc.constantFrom('namespace' as const, 'open' as const, 'closed' as const),
  kubectl: fc.constantFrom('view' as const, 'edit' as const),
  quota: fc.option(labels, { nil: null }),
})

const cluster: fc.Arbitrary<TypedCluster> = fc.record({
  kind: fc.constant('cluster' as const),
  name,
  description: anyText,
  shortName: anyText,
  environment: anyText,
  type: fc.constant(null),
  reconciler: fc.constant('argocd'),
  defaultProject: fc.constantFrom('keep' as const, 'empty' as const),
  argocdNamespace: fc.constantFrom(null, null, 'gitops'),
  confinement: fc.constantFrom(...CONFINEMENTS),
  labels,
})

const applicationOf = (teams: readonly Team[]): fc.Arbitrary<Application> =>
  fc.record({
    kind: fc.constant('application' as const),
    team: fc.constantFrom(...teams.map((team) => team.name)),
    name,
    description: anyText,
    repoUrl: anyText,
    repoBranch: anyText,
    repoPath: anyText,
    packaging,
    targets: fc.constant([]),
    follow: fc.constant('branch' as const),
    dependsOn: fc.constant([]),
    visibility: fc.constant('team' as const),
    labels,
  })

type Fleet = {
  readonly teams: readonly Team[]
  readonly clusters: readonly Required<PlacedCluster>[]
}

const unique = { selector: (object: { readonly name: string }) => object.name }
const fleet: fc.Arbitrary<Fleet> = fc
  .uniqueArray(team, { ...unique, minLength: 1, maxLength: 4 })
  .chain((teams) => {
    const applications = fc.uniqueArray(applicationOf(teams), {
      selector: (application) => `${application.team}/${application.name}`,
      maxLength: 6,
    })
    const clusters = fc.uniqueArray(cluster, { ...unique, minLength: 2, maxLength: 3 })
    return fc.tuple(applications, clusters).chain(([applications, clusters]) =>
      fc.record({
        teams: fc.constant(teams),
        clusters: fc.tuple(
          ...clusters.map((cluster) =>
            fc.record({
              cluster: fc.constant(cluster),
              applications: fc.subarray(applications),
              told: tellingOf(applications),
            }),
          ),
        ),
      }),
    )
  })

/** About half of the applications are told something. */
function tellingOf(applications: readonly Application[]): fc.Arbitrary<PlacedTelling> {
  return fc
    .tuple(...applications.map(() => fc.option(told, { freq: 1 })))
    .map((each) => (application) => each[applications.indexOf(application)] ?? null)
}
type PlacedTelling = Required<PlacedCluster>['told']

/** The same team with every list and map in reverse order. */
function reversedTeam(team: Team): Team {
  return {
    ...team,
    groups: team.groups.toReversed(),
    sourceRepos: team.sourceRepos.toReversed(),
    quota: team.quota === null ? null : new Map([...team.quota].toReversed()),
  }
}

/** Files that contain several objects. */
const TOGETHER = [
  ['base/network.yaml', 2],
  ['base/root.yaml', 2],
  ['/account.yaml', 2],
] as const

describe('the tree of a branch', () => {
  it('has only paths that Berth owns, of names that Git and every file system take', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        for (const path of repositoryTree(clusters, 'main', teams, settings).keys()) {
          expect(pathIsOwned(path), path).toBe(true)
          for (const entry of path.split('/')) expect(entryNameIssues(entry)).toEqual([])
        }
      }),
      { numRuns },
    )
  })

  it('has the same bytes in the same order however the model is listed', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        const reversed = clusters.toReversed().map((placed) => {
          return { ...placed, applications: placed.applications.toReversed() }
        })
        const teamsReversed = teams.toReversed().map(reversedTeam)
        expect([...repositoryTree(reversed, 'main', teamsReversed, settings)]).toEqual([
          ...repositoryTree(clusters, 'main', teams, settings),
        ])
      }),
      { numRuns },
    )
  })

  it('is YAML of one object a file, or of those that belong together, whatever people typed', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        for (const [path, text] of repositoryTree(clusters, 'main', teams, settings)) {
          if (!path.endsWith('.yaml')) continue
          const kinds = objectsOf(text).map(({ kind }) => kind)
          const together = TOGETHER.find(([end]) => path.endsWith(end))?.[1] ?? 1
          if (path.startsWith('bootstrap/')) expect([17, 19]).toContain(kinds.length)
          else if (kinds.includes('LimitRange')) expect(kinds).toHaveLength(2)
          else expect(kinds, path).toHaveLength(together)
        }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })

  it('is its clusters’ trees and the two files at the top, and no more', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        const parts = clusters.flatMap(({ cluster, applications, told }) => [
          ...clusterTree(cluster, 'main', applications, teams, settings, told).keys(),
        ])
        const all = [...repositoryTree(clusters, 'main', teams, settings).keys()]
        expect(all).toEqual([...parts, 'README.md', '.berth/owned'].sort())
      }),
      { numRuns },
    )
  })
})

describe('the folder of a cluster', () => {
  it('names the cluster in base and bootstrap alone: equal placements are equal bytes', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters: [one, other] }) => {
        if (one === undefined || other === undefined) throw new Error('two clusters at least')
        const inside = (cluster: TypedCluster) =>
          [...clusterTree(cluster, 'main', one.applications, teams, settings, one.told)]
            .map(([path, text]) => [path.replace(`clusters/${cluster.name}/`, ''), text] as const)
            .filter(([path]) => /^(apps|config|teams)\//.test(path))
        const { argocdNamespace } = one.cluster
        expect(inside(one.cluster)).toEqual(inside({ ...other.cluster, argocdNamespace }))
      }),
      { numRuns },
    )
  })

  it('says where Argo CD is as if the settings said so', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        for (const { cluster, applications, told } of clusters) {
          const { argocdNamespace } = cluster
          if (argocdNamespace === null) continue
          const unsaid = { ...cluster, argocdNamespace: null }
          const asSet = { ...settings, argocdNamespace }
          expect(clusterTree(cluster, 'main', applications, teams, settings, told)).toEqual(
            clusterTree(unsaid, 'main', applications, teams, asSet, told),
          )
        }
      }),
      { numRuns },
    )
  })

  it('has each of its files read by one of Berth’s own two Applications, what is told by the second', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        for (const { cluster, applications, told } of clusters) {
          const tree = clusterTree(cluster, 'main', applications, teams, settings, told)
          const folder = `clusters/${cluster.name}/`
          const paths = [...tree.keys()].filter((path) => path.startsWith(folder))
          const both = objectsOf(tree.get(`${folder}base/root.yaml`) ?? '')
          const readBy = both.map((object) => {
            const include = /"include":"([^"]+)"/.exec(JSON.stringify(object.spec))?.[1] ?? ''
            return paths.filter((path) => gobwasMatches(include, path.slice(folder.length)))
          })
          const isTold = (path: string) => path.startsWith(`${folder}config/`)
          expect(readBy).toEqual([paths.filter((path) => !isTold(path)), paths.filter(isTold)])
        }
      }),
      { numRuns },
    )
  })

  it('has the files of exactly the teams and applications that are there, and of what those are told', () => {
    fc.assert(
      fc.property(fleet, ({ teams, clusters }) => {
        for (const { cluster, applications, told } of clusters) {
          const tree = clusterTree(cluster, 'main', applications, teams, settings, told)
          const paths = [...tree.keys()]
          const folder = `clusters/${cluster.name}/`
          const apps = paths.filter((path) => path.startsWith(`${folder}apps/`))
          const configs = paths.filter((path) => path.startsWith(`${folder}config/`))
          expect(configs).toEqual(
            applications
              .filter((each) => told(each) !== null)
              .map(({ team, name }) => `${folder}config/${team}/${name}.yml`)
              .sort(),
          )
          const teamsThere = paths.filter((path) => path.startsWith(`${folder}teams/`))
          expect(apps).toEqual(
            applications.map(({ team, name }) => `${folder}apps/${team}/${name}.yaml`).sort(),
          )
          expect(new Set(teamsThere.map((path) => path.split('/')[3]))).toEqual(
            new Set(applications.map(({ team }) => team)),
          )
          expect(paths.filter((path) => path.startsWith(`${folder}base/`))).toHaveLength(
            cluster.defaultProject === 'empty' ? 4 : 3,
          )
        }
      }),
      { numRuns },
    )
  })
})

const ownFilesOf = (each: TypedCluster) => [
  [...baseFiles(each, 'main', settings)],
  bootstrapText(each, 'main', settings),
]

it('gives clusters of one shape the same files but for their names and branches', () => {
  fc.assert(
    fc.property(cluster, cluster, (one, other) => {
      const renamed = { ...other, name: one.name }
      if (clusterShape(renamed) === clusterShape(one))
        expect(ownFilesOf(renamed)).toEqual(ownFilesOf(one))
      else expect(ownFilesOf(renamed)).not.toEqual(ownFilesOf(one))
    }),
    { numRuns },
  )
})
