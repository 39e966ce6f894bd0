// After each published edit, the trees grant exactly what the model says: no right is missing, and none is left over.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { application, cluster, policy, save } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { rightsInGit } from './testing/rights-in-git.ts'

const SEQUENCES = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? 100) / 25)
const BRANCHES = ['fleet/dev', 'fleet/prod']
/** By name: the region, and the environment, which is also the branch. */
const CLUSTERS = {
  one: ['east', 'dev'],
  two: ['west', 'prod'],
  three: ['east', 'prod'],
} as const
const TEAMS = ['ieb', 'pay'] as const
const GROUPS = ['g1', 'g2', 'g3'] as const
const APPLICATIONS = ['a', 'b'] as const

type Role = 'reader' | 'contributor'
type Team = {
  groups: readonly { readonly id: string; readonly role: Role }[]
  kubectl: 'view' | 'edit'
  boundary: 'east' | 'west' | null
  readonly applications: Set<string>
}
type Model = Record<(typeof TEAMS)[number], Team>

type Edit = (model: Model) => { method: string; path: string; body?: unknown }

const teamName = fc.constantFrom(...TEAMS)
const groups = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...GROUPS),
    role: fc.constantFrom<Role>('reader', 'contributor'),
  }),
  { selector: ({ id }) => id },
)

const patched = (name: string, body: object) => ({ method: 'PATCH', path: `/teams/${name}`, body })

/** Each edits the model, and returns the request that does the same. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(teamName, groups).map(([name, groups]): Edit => (model) => {
    model[name].groups = groups
    return patched(name, { groups })
  }),
  fc
    .tuple(teamName, fc.constantFrom('view' as const, 'edit' as const))
    .map(([name, kubectl]): Edit => (model) => {
      model[name].kubectl = kubectl
      return patched(name, { kubectl })
    }),
  fc
    .tuple(teamName, fc.constantFrom('east' as const, 'west' as const, null))
    .map(([name, boundary]): Edit => (model) => {
      model[name].boundary = boundary
      return patched(name, { cluster_boundary: boundary && `region=${boundary}` })
    }),
  fc.tuple(teamName, fc.constantFrom(...APPLICATIONS)).map(([name, app]): Edit => (model) => {
    const { applications } = model[name]
    if (applications.delete(app)) return { method: 'DELETE', path: `/applications/${name}/${app}` }
    applications.add(app)
    const body = application(app, { namespace: name })
    return { method: 'POST', path: '/applications', body }
  }),
)

/** What a cluster should grant, as people understand the rules. */
function expectedRights(model: Model): string[] {
  return Object.entries(CLUSTERS)
    .flatMap(([cluster, [region]]) =>
      TEAMS.flatMap((name) => {
        const team = model[name]
        const isThere = team.boundary === null || team.boundary === region
        if (!isThere || team.applications.size === 0) return []
        return [
          `${name} deploys`,
          ...team.groups.flatMap((group) => groupRights(name, team, group)),
        ]
      }).map((right) => `${cluster}: ${right}`),
    )
    .sort()
}

function groupRights(name: string, { kubectl }: Team, { id, role }: Team['groups'][number]) {
  const isContributor = role === 'contributor'
  return [
    `${id} views ${name}`,
    `${id} sees ${name} in Argo CD`,
    ...(isContributor ? [`${id} syncs ${name} in Argo CD`] : []),
    ...(isContributor && kubectl === 'edit' ? [`${id} edits ${name}`] : []),
  ]
}

const newTeam = (): Team => ({
  groups: [],
  kubectl: 'view',
  boundary: null,
  applications: new Set(),
})

let publisher: TestPublisher
let model: Model
beforeAll(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  model = { ieb: newTeam(), pay: newTeam() }
  for (const name of TEAMS) await save(publisher, 'POST', '/teams', { name })
  for (const [name, [region, environment]] of Object.entries(CLUSTERS)) {
    await save(publisher, 'POST', '/clusters', cluster(name, region, environment))
  }
  await save(publisher, 'POST', '/target-policies', policy('everywhere', '*'))
})
afterAll(() => publisher.close())

it('the trees give what the model says after each edit, whatever came before it', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 8, maxLength: 12 }), async (edits) => {
      for (const edit of edits) {
        const { method, path, body } = edit(model)
        await save(publisher, method, path, body)
        for (const branch of BRANCHES) await publisher.publish(branch)
        const asked = { clusters: Object.keys(CLUSTERS), teams: TEAMS, groups: GROUPS }
        const rights = await rightsInGit(publisher.directory, BRANCHES, asked)
        seen.add(rights.length)
        expect(rights).toEqual(expectedRights(model))
      }
    }),
    // Each sequence continues from where the last one left the model, so a failing one can't be shrunk.
    { numRuns: SEQUENCES, endOnFailure: true },
  )
  // Rights were granted and withdrawn.
  expect(seen.size).toBeGreaterThan(5)
})
