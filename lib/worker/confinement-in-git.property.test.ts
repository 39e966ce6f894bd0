// Whatever people edit, and however much of it a cluster misses: none of our projects is ever without its accounts, and no
// Application is ever to be deleted without the account, binding and project that its deletion needs.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { objectsOf } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'
import { WalkedCluster } from './testing/argocd-walk.ts'
import { type Commit, commitReader } from './testing/commit-reader.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { bindingProblems, deletionProblems, projectProblems } from './testing/going-safely.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'

const SEQUENCES = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? 100) / 50)
const BRANCHES = ['fleet/dev', 'fleet/prod']
const CLUSTERS = ['one', 'two', 'three'] as const
const TEAMS = ['ieb', 'pay'] as const

type Edit = { readonly method: string; readonly path: string; readonly body?: object }

const teamName = fc.constantFrom(...TEAMS)
const clusterName = fc.constantFrom(...CLUSTERS)
const region = fc.constantFrom('east', 'west')
const environment = fc.constantFrom('dev', 'prod')
const applicationName = fc.constantFrom('a', 'b')
const patch = (path: string, body: object): Edit => ({ method: 'PATCH', path, body })

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(clusterName, environment).map(([name, environment]) => {
    return patch(`/clusters/${name}`, { environment })
  }),
  fc.tuple(clusterName, region).map(([name, region]) => {
    return patch(`/clusters/${name}`, { metadata: { region } })
  }),
  fc.tuple(clusterName, fc.constantFrom(...CONFINEMENTS)).map(([name, confinement]) => {
    return patch(`/clusters/${name}`, { confinement })
  }),
  fc.tuple(clusterName, fc.constantFrom('gitops', null)).map(([name, argocd_namespace]) => {
    return patch(`/clusters/${name}`, { argocd_namespace })
  }),
  fc.tuple(clusterName, region, environment).map(([name, region, environment]): Edit => {
    return { method: 'POST', path: '/clusters', body: cluster(name, region, environment) }
  }),
  fc.tuple(clusterName, environment).map(([name, environment]): Edit => {
    const body = { branch: `fleet/${environment}` }
    return { method: 'POST', path: `/clusters/${name}/branches/clear`, body }
  }),
  clusterName.map((name): Edit => ({ method: 'DELETE', path: `/clusters/${name}` })),
  {
    weight: 3,
    arbitrary: fc.tuple(teamName, applicationName).map(([namespace, name]): Edit => {
      return { method: 'POST', path: '/applications', body: application(name, { namespace }) }
    }),
  },
  fc
    .tuple(teamName, applicationName, fc.constantFrom('main', 'v2'))
    .map(([team, name, repo_branch]) => {
      return patch(`/applications/${team}/${name}`, { repo_branch })
    }),
  fc.tuple(teamName, applicationName).map(([team, name]): Edit => {
    return { method: 'DELETE', path: `/applications/${team}/${name}` }
  }),
  fc.tuple(teamName, fc.option(region)).map(([name, boundary]) => {
    return patch(`/teams/${name}`, { cluster_boundary: boundary && `region=${boundary}` })
  }),
  fc
    .tuple(teamName, fc.constantFrom('view', 'edit'), fc.constantFrom('reader', 'contributor'))
    .map(([name, kubectl, role]) =>
      patch(`/teams/${name}`, { kubectl, groups: [{ id: 'g', role }] }),
    ),
  fc.tuple(fc.constantFrom('p', 'q'), region).map(([name, region]) => {
    return patch(`/target-policies/${name}`, { cluster_selector: { region } })
  }),
  fc.tuple(fc.constantFrom('p', 'q'), fc.boolean()).map(([name, suspended]) => {
    return patch(`/target-policies/${name}`, { suspended })
  }),
)

/** An edit, the clusters that miss it, and whether everything that is to be deleted is gone afterwards. */
const step = fc.record({
  edit,
  asleep: fc.subarray([...CLUSTERS]),
  isFinished: fc.boolean(),
})

const deleted = (path: string): Edit => ({ method: 'DELETE', path })
const awake = { asleep: [], isFinished: false }

/** A team leaves and returns while its objects are being deleted, and a cluster misses its own move to another branch. */
const LEAVES_AND_RETURNS = [
  { edit: deleted('/applications/ieb/a'), ...awake },
  {
    edit: { method: 'POST', path: '/applications', body: application('a', { namespace: 'ieb' }) },
    ...awake,
  },
  { edit: patch('/clusters/one', { environment: 'dev' }), asleep: [CLUSTERS[0]], isFinished: true },
  { edit: deleted('/applications/pay/a'), ...awake },
  { edit: patch('/clusters/two', { argocd_namespace: 'gitops' }), ...awake },
  { edit: patch('/clusters/one', { confinement: 'project' }), asleep: [], isFinished: true },
]

let publisher: TestPublisher
let newCommits: ReturnType<typeof commitReader>
const tips = new Map<string, Commit['files']>()
const walked = CLUSTERS.map((name) => new WalkedCluster(name))
/** How many commits there were, and how often something waited for its deletion. */
const seen = { commits: 0, going: 0 }

beforeAll(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  newCommits = commitReader(publisher)
  for (const name of TEAMS) await save(publisher, 'POST', '/teams', team(name))
  for (const [index, name] of CLUSTERS.entries()) {
    const body = cluster(name, index === 0 ? 'west' : 'east', index === 1 ? 'dev' : 'prod')
    await save(publisher, 'POST', '/clusters', body)
  }
  for (const namespace of TEAMS) {
    await save(publisher, 'POST', '/applications', application('a', { namespace }))
  }
  await save(publisher, 'POST', '/target-policies', policy('p'))
  await save(publisher, 'POST', '/target-policies', policy('q', { region: 'west' }))
})
afterAll(() => publisher.close())

async function attempt({ method, path, body }: Edit): Promise<void> {
  try {
    await save(publisher, method, path, body)
  } catch (error) {
    if (!/: 4\d\d /.test(String(error))) throw error
  }
}

/** The clusters that are awake read the commit, a new one is bootstrapped, and the guarantees are checked. */
function walk({ branch, files }: Commit, asleep: readonly string[]): string[] {
  tips.set(branch, files)
  seen.commits += 1
  return walked.flatMap((one) => {
    const there = BRANCHES.find((each) => tips.get(each)?.has(`bootstrap/${one.name}.yaml`))
    const own = one.branch === null ? undefined : tips.get(one.branch)
    const isLost = ![...(own?.keys() ?? [])].some((path) =>
      path.startsWith(`clusters/${one.name}/`),
    )
    if (isLost && there !== undefined) one.bootstrap(there, tips.get(there) ?? new Map())
    if (asleep.includes(one.name) || one.branch === null) return []
    return [...synced(one), ...synced(one)]
  })
}

/** One sync of what its branch holds now. Objects that are never pruned must be unchanged afterwards. */
function synced(one: WalkedCluster): string[] {
  const before = one.objects().filter(isKept)
  one.sync(tips.get(one.branch ?? '') ?? new Map())
  const after = new Set(one.objects().filter(isKept).map(identity))
  const gone = before.map(identity).filter((each) => !after.has(each))
  seen.going += [...one.live.values()].filter(({ isGoing }) => isGoing).length
  return [...gone.map((each) => `${each} was pruned`), ...problemsOf(one)]
}

const isKept = ({ kind, metadata }: ReturnType<typeof objectsOf>[number]) =>
  kind === 'ServiceAccount' || metadata.name === 'berth-delivery'
const identity = ({ kind, metadata }: ReturnType<typeof objectsOf>[number]) =>
  `${kind} ${metadata.namespace}/${metadata.name}`

function problemsOf(one: WalkedCluster): string[] {
  const objects = one.objects()
  return [
    ...deletionProblems(objects),
    ...projectProblems(objects),
    ...(one.branch === null ? [] : bindingProblems(objects)),
  ]
}

/** Checks every cluster in each commit, whether or not one reads it. A left folder has no bootstrap. */
function commitProblems({ files }: Commit): string[] {
  return CLUSTERS.flatMap((name) => {
    const inFolder = [...files].filter(([path]) => path.startsWith(`clusters/${name}/`))
    const folder = inFolder.flatMap(([, text]) => objectsOf(text))
    const bootstrap = objectsOf(files.get(`bootstrap/${name}.yaml`) ?? '')
    const byHand = bootstrap.filter(({ kind }) => !['AppProject', 'Application'].includes(kind))
    return [
      ...projectProblems([...folder, ...bootstrap]),
      ...(byHand.length === 0 ? [] : bindingProblems([...folder, ...byHand])),
    ]
  })
}

it('every commit leaves each cluster with all that a deletion on it needs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
      for (const { edit, asleep, isFinished } of steps) {
        await attempt(edit)
        for (const branch of [...BRANCHES, ...BRANCHES]) await publisher.publish(branch)
        for (const commit of await newCommits(BRANCHES)) {
          expect([...commitProblems(commit), ...walk(commit, asleep)]).toEqual([])
        }
        if (isFinished) for (const one of walked) one.finish()
        expect(walked.flatMap(problemsOf)).toEqual([])
      }
    }),
    // Each sequence continues from where the last one left the fleet, so a failing one can't be shrunk.
    { numRuns: SEQUENCES, endOnFailure: true, examples: [[LEAVES_AND_RETURNS]] },
  )
  expect(seen.commits).toBeGreaterThan(5)
  expect(seen.going).toBeGreaterThan(0)
})
