import { describe, expect, it } from 'vitest'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Cluster, Environment } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anEnvironment } from '#lib/domain/testing/objects.ts'
import { branchModeIssues, hostIssues, proposedEnvironments } from './branch-mode-issues.ts'
import { inhabitedAfter, NO_BRANCHES } from './inhabited-branches.ts'

const direct = (name: string) => anEnvironment({ name, publish: 'direct' })
const proposed = (name: string) => anEnvironment({ name, publish: 'pull-request' })
const inRing = (name: string, environment: string, ring: string) =>
  aCluster({ name, environment, labels: new Map([['ring', ring]]) })
const ringOf = ({ labels }: Cluster) => labels.get('ring') ?? ''

/** As if all of its clusters had come at once. */
const inhabited =
  ({ clusters: { slots } }: Fleet, branchOf = ringOf) =>
  async () =>
    inhabitedAfter(
      NO_BRANCHES,
      slots.flatMap((after) => (after ? [{ before: null, after }] : [])),
      branchOf,
    )

const environments = [proposed('prod'), proposed('edge'), direct('qa'), direct('dev')]
const clusters = [
  inRing('p', 'prod', 'blue'),
  inRing('e', 'edge', 'blue'),
  inRing('q', 'qa', 'green'),
  inRing('d', 'dev', 'green'),
]
const fleet = emptyFleet().with([
  ...environments.map((each, id) => editTo(id, each)),
  ...clusters.map((each, id) => editTo(id, each)),
])

/** The object as it is to be; null: deleted. */
type Wish = Cluster | Environment | { readonly deleted: Environment }

async function issuesOf(wish: Wish, branchOf = ringOf) {
  const object = 'deleted' in wish ? wish.deleted : wish
  const { slots } = object.kind === 'cluster' ? fleet.clusters : fleet.environments
  const found = slots.findIndex((each) => each?.name === object.name)
  const id = found < 0 ? slots.length : found
  const after = 'deleted' in wish ? null : wish
  const edit = after ? editTo(id, after) : ({ kind: 'environment', id, after: null } as const)
  const draft = { before: slots[id] ?? null, after }
  const edited = fleet.with([edit])
  const blamed = await branchModeIssues(edited, [draft], branchOf, inhabited(edited, branchOf))
  return blamed.map(({ issue }) => issue)
}

describe('a branch with clusters of both kinds of environments', () => {
  it.each<[string, Wish, string]>([
    // case | wish | path
    ['a new cluster of an environment', inRing('n', 'qa', 'blue'), 'environment'],
    ['a new cluster without one', inRing('n', '', 'blue'), 'environment'],
    ['a cluster that goes to another environment', inRing('q', 'prod', 'green'), 'environment'],
    ['a cluster whose labels bring it to another branch', inRing('q', 'qa', 'blue'), 'metadata'],
    ['an environment that people merge from now on', proposed('qa'), 'publish'],
    ['an environment that Berth writes from now on', direct('edge'), 'publish'],
    ['an environment that nothing describes any more', { deleted: proposed('edge') }, ''],
  ])('comes of %s, and is told there', async (_, wish, path) => {
    const issues = await issuesOf(wish)
    expect(issues.map((issue) => [issue.path.join('.'), issue.code])).toEqual([
      [path, 'branch_shared_by_modes'],
    ])
  })

  it.each<[string, Wish]>([
    ['a new cluster beside others of its kind', inRing('n', 'edge', 'blue')],
    ['a new branch', inRing('n', 'qa', 'red')],
    ['an environment without clusters', proposed('staging')],
    ['another field of an environment', { ...proposed('prod'), description: 'x' }],
    [
      'another label of a cluster',
      {
        ...clusters[0]!,
        labels: new Map([
          ['ring', 'blue'],
          ['a', 'b'],
        ]),
      },
    ],
  ])('doesn’t come of %s', async (_, wish) => {
    expect(await issuesOf(wish)).toEqual([])
  })

  it('is named, with an environment of each', async () => {
    expect(await issuesOf(inRing('n', 'qa', 'blue'))).toMatchObject([
      {
        reason:
          'Branch "blue" would have clusters of edge, which is published by pull request, and clusters of qa, which Berth writes directly: set the same publish for both, or put them on different branches.',
        members: ['blue', 'edge', 'qa'],
      },
    ])
    const [unnamed] = await issuesOf(inRing('n', '', 'blue'))
    expect(unnamed?.reason).toContain('clusters without an environment')
  })
})

describe('branches into which people merge', () => {
  const NAMES = Array.from({ length: 20 }, (_, n) => `c${n}`)
  const ofRings = emptyFleet().with([
    editTo(0, proposed('prod')),
    ...NAMES.map((name, id) => editTo(id, inRing(name, 'prod', name))),
  ])
  const withCluster = (cluster: Cluster) => {
    const edited = ofRings.with([editTo(20, cluster)])
    return branchModeIssues(edited, [{ before: null, after: cluster }], ringOf, inhabited(edited))
  }

  it('are twenty at most', async () => {
    expect(await withCluster(inRing('n', 'prod', 'c0'))).toEqual([])
    expect(await withCluster(inRing('n', 'qa', 'other'))).toEqual([])
    expect(await withCluster(inRing('n', 'prod', 'other'))).toMatchObject([
      {
        issue: {
          path: ['environment'],
          code: 'too_many_branches',
          reason: expect.stringMatching(/^21 branches/),
        },
      },
    ])
  })
})

function look(): string {
  throw new Error('looked for a branch')
}

describe('a fleet in which nobody merges', () => {
  it('is not looked at, nor is one whose branches stay as they were', async () => {
    const written = emptyFleet().with([editTo(0, proposed('empty')), editTo(0, clusters[2]!)])
    const drafts = [{ before: null, after: clusters[2]! }]
    expect(await branchModeIssues(written, drafts, look, inhabited(written, look))).toEqual([])
    expect(await issuesOf({ ...proposed('prod'), description: 'x' }, look)).toEqual([])
  })
})

describe('a host for pull requests', () => {
  it('is asked for by what is published by pull request from now on, and by nothing else', () => {
    const drafts = [
      { before: null, after: proposed('new') },
      { before: direct('turned'), after: proposed('turned') },
      { before: proposed('stays'), after: { ...proposed('stays'), description: 'x' } },
      { before: proposed('turned-back'), after: direct('turned-back') },
      { before: proposed('gone'), after: null },
      { before: null, after: aCluster({}) },
    ]
    const blamed = hostIssues(drafts).map(({ draft, issue }) => [draft.after?.name, issue.code])
    expect(blamed).toEqual([
      ['new', 'no_git_host'],
      ['turned', 'no_git_host'],
    ])
  })

  it('is needed for the environments that are published so', () => {
    expect(proposedEnvironments(fleet)).toEqual(['prod', 'edge'])
  })
})
