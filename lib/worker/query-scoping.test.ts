// Each query of the publisher, without row-level security: it connects as the owner of the tables. The other tenant has
// rows with the same ids at the same changes, so that any of them would alter the answer.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { firstMove, movesWith, releasedFolders } from '#db/queries/cluster-moves.ts'
import { readScores } from '#db/queries/cluster-scores.ts'
import {
  beginDecisions,
  endDecisions,
  readChangedDecisions,
  readDecisions,
  readDeleted,
  readPairReasons,
} from '#db/queries/decisions.ts'
import { loadModel, loadModelEdits, type ModelRow } from '#db/queries/model.ts'
import {
  branchesWithWork,
  markPublished,
  publishedChanges,
  readBranchWork,
  recordBranchError,
  settleBranch,
} from '#db/queries/publishing.ts'
import { beginTargets, endTargets } from '#db/queries/placement-targets.ts'
import { beginReleases, endReleases, readLastReleaseId, releaseOf } from '#db/queries/releases.ts'
import {
  begunPlacements,
  clustersOn,
  departedClusters,
  editedNames,
  endedPlacements,
  teamsPresent,
  waitingPlacements,
} from '#db/queries/removals.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { createTenant } from '#db/queries/tenants.ts'
import { countUpgradeLists, listUpgradeBranches } from '#db/queries/upgrade-lists.ts'
import {
  confirmUpgrade,
  forgetUpgradePlans,
  keepUpgradePlan,
  takeLayout,
} from '#db/queries/upgrades.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import {
  application,
  change,
  cluster,
  decision,
  placed,
  publication,
  release,
  revision,
  type Rows,
  stay,
  waitingChange,
} from './testing/interval-rows.ts'

const WINDOW = { from: 4, to: 8 }

let database: Database
let tenants: { readonly theirs: number; readonly ours: number }
beforeAll(() => {
  database = openDatabase(inject('ownerUrl'), { max: 2 })
})
afterAll(() => closeDatabase(database))

/** Their rows come first and have the lower tenant, so that a query without the tenant finds them first. */
async function given(both: { readonly theirs: Rows; readonly ours: Rows }): Promise<void> {
  const theirs = await newTenant()
  tenants = { theirs, ours: await newTenant() }
  await insert(tenants.theirs, both.theirs)
  await insert(tenants.ours, both.ours)
}

async function newTenant(): Promise<number> {
  return (await createTenant(database, `t-${crypto.randomUUID()}`)).id
}

async function insert(tenant: number, rows: Rows): Promise<void> {
  await inTenant(database, tenant, async (tx) => {
    for (const [name, ofTable] of Object.entries(rows)) {
      const table = sql.identifier(name)
      const layout = name === 'branches' && { layout: LAYOUT }
      const text = JSON.stringify(ofTable.map((row) => ({ tenant, ...layout, ...row })))
      await tx.execute(sql`
        insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${text}::jsonb)`)
    }
  })
}

const ask = <T>(query: (scope: TenantScope) => Promise<T>, tenant = tenants.ours): Promise<T> =>
  inTenant(database, tenant, (tx) => query({ tx, tenant }))

/** The rows of a tenant in the tables of publishing. */
const rowsOf = (tenant: number) =>
  ask(async ({ tx }) => {
    const publications = await tx.execute<{ state: string }>(
      sql`select * from publications where tenant = ${tenant} order by change`,
    )
    const branches = await tx.execute(sql`select * from branches where tenant = ${tenant}`)
    return { publications, branches }
  }, tenant)

const statesOf = async (tenant: number) =>
  (await rowsOf(tenant)).publications.map(({ state }) => state)

const targeted = (cluster: number) => ({
  application_id: 1,
  cluster_id: cluster,
  target: 'early',
  began: 1,
})

const targetsOf = (tenant: number) =>
  ask(
    ({ tx }) =>
      tx.execute(sql`select cluster_id, target, began::int, ended::int from placement_targets
        where tenant = ${tenant} order by cluster_id, began`),
    tenant,
  )

const releasesOf = (tenant: number) =>
  ask(
    ({ tx }) => tx.execute(sql`select * from releases where tenant = ${tenant} order by id`),
    tenant,
  )

/** The body of a release of the rows. */
const bodyOf = (environment: string) => ({
  application: 1,
  environment,
  version: null,
  repoUrl: 'u',
  repoBranch: 'b',
  repoPath: 'p',
  packaging: null,
  targets: null,
  clusters: null,
  current: false,
  rollout: null,
  hold: null,
})

const byObject = (one: ModelRow, other: ModelRow) => one.object - other.object

describe('of clusters that change branches, it is told', () => {
  it('no first move that is one only together with another tenant’s stays or names', async () => {
    await given({
      ours: {
        revisions: [cluster(1, 'one', [1]), cluster(2, 'two', [5])],
        cluster_branches: [stay(1, 'prod', [1]), stay(2, 'main', [5])],
      },
      theirs: {
        revisions: [cluster(1, 'same', [5, 6]), cluster(2, 'same', [6, 7])],
        cluster_branches: [stay(2, 'elsewhere', [1, 5])],
      },
    })
    expect(await ask((scope) => firstMove(scope, 'main', WINDOW.from, WINDOW.to))).toBeNull()
  })

  it('the moves of our clusters, by our names, and whether our branches hold them', async () => {
    await given({
      ours: {
        revisions: [cluster(3, 'three', [1, 5]), cluster(3, 'three', [5])],
        cluster_branches: [stay(3, 'main', [1, 5]), stay(3, 'prod', [5])],
        changes: [change(5)],
        publications: [publication('prod', 5, 'published')],
      },
      theirs: {
        revisions: [cluster(3, 'alien', [1, 5]), cluster(3, 'alien', [5])],
        cluster_branches: [stay(3, 'alien', [1, 5]), stay(3, 'elsewhere', [5])],
        changes: [change(5)],
        publications: [publication('prod', 5, 'pending')],
      },
    })
    const moves = [{ cluster: 'three', from: 'main', to: 'prod', waits: false }]
    expect(await ask((scope) => movesWith(scope, 5))).toEqual(moves)
  })

  it.each([
    ['began', [cluster(3, 'alien', [5])]],
    ['ended', [cluster(3, 'alien', [1, 5])]],
  ])('no move by the name of another tenant’s cluster that %s with it', async (_, theirs) => {
    await given({
      ours: {
        revisions: [cluster(3, 'three', [1, 5]), cluster(3, 'three', [5])],
        cluster_branches: [stay(3, 'main', [1, 5]), stay(3, 'prod', [5])],
      },
      theirs: { revisions: theirs },
    })
    const moves = [{ cluster: 'three', from: 'main', to: 'prod', waits: true }]
    expect(await ask((scope) => movesWith(scope, 5))).toEqual(moves)
  })

  it('what stood in our held folders', async () => {
    await given({
      ours: {
        revisions: [cluster(4, 'four', [1]), application(1, 'ours', [1])],
        cluster_branches: [stay(4, 'main', [1, 3], 6), stay(4, 'prod', [3])],
        placements_past: [placed(1, 4, [1, 3])],
      },
      theirs: {
        revisions: [
          cluster(4, 'alien', [1]),
          application(1, 'alien', [1]),
          application(2, 'other', [1]),
        ],
        cluster_branches: [stay(4, 'main', [1, 2], 6), stay(4, 'main', [5])],
        placements_past: [placed(2, 4, [1, 3])],
      },
    })
    const applications = [{ team: 't', name: 'ours' }]
    expect(await ask((scope) => releasedFolders(scope, 'main', WINDOW))).toEqual([
      { cluster: 'four', returned: false, applications },
    ])
  })
})

const lostNames = (name: string) => [
  cluster(5, `${name}-cluster`, [1]),
  application(3, `${name}-ended`, [1]),
  application(4, `${name}-begun`, [1]),
]

const clusterIn = (name: string) => ({
  ...cluster(5, name, [1]),
  body: { environment: 'prod' },
})

const following = (id: number, follow: string) => ({
  ...application(id, `app${id}`, [1]),
  body: { follow },
})

const waitingOf = (applications: readonly number[]) =>
  ask((scope) => waitingPlacements(scope, 'main', WINDOW, applications))

describe('of what a branch lost, it is told', () => {
  const placements = {
    cluster_branches: [stay(5, 'main', [1])],
    placements_past: [placed(3, 5, [1, 6])],
    placements: [placed(4, 5, [5])],
  }

  it.each(['aaa', 'zzz'])('our placements by our names, beside those of %s', async (alien) => {
    await given({
      ours: { revisions: lostNames('ours'), ...placements },
      theirs: { revisions: lostNames(alien), ...placements },
    })
    const clusters = ['ours-cluster']
    expect(await ask((scope) => endedPlacements(scope, 'main', WINDOW))).toEqual([
      { id: 3, team: 't', application: 'ours-ended', clusters },
    ])
    expect(await ask((scope) => begunPlacements(scope, 'main', WINDOW))).toEqual([
      { id: 4, team: 't', application: 'ours-begun', clusters },
    ])
  })

  it('which of our placements wait for a release of ours', async () => {
    const begun = [3, 4, 7].map((id) => placed(id, 5, [5]))
    await given({
      ours: {
        revisions: [
          clusterIn('ours'),
          following(3, 'versions'),
          following(4, 'versions'),
          following(7, 'branch'),
        ],
        cluster_branches: [stay(5, 'main', [1])],
        placements: begun,
        releases: [{ ...release(1, 'prod', [6]), application_id: 4 }],
      },
      theirs: {
        revisions: [clusterIn('alien'), following(3, 'branch'), following(7, 'versions')],
        cluster_branches: [stay(5, 'main', [1])],
        placements: begun,
        releases: [{ ...release(1, 'prod', [1]), application_id: 3 }],
      },
    })
    const waiting = [{ id: 3, team: 't', application: 'app3', clusters: ['ours'] }]
    expect(await waitingOf([3, 4, 7])).toEqual(waiting)
    expect(await waitingOf([4, 7])).toEqual([])
  })

  it('our placements on clusters of our branch alone', async () => {
    const { cluster_branches, ...placedOnly } = placements
    await given({
      ours: { revisions: lostNames('ours'), ...placedOnly },
      theirs: { revisions: lostNames('alien'), cluster_branches },
    })
    expect(await ask((scope) => endedPlacements(scope, 'main', WINDOW))).toEqual([])
    expect(await ask((scope) => begunPlacements(scope, 'main', WINDOW))).toEqual([])
  })

  it('our departed clusters, by our names', async () => {
    await given({
      ours: {
        revisions: [cluster(6, 'six', [1, 5])],
        cluster_branches: [stay(6, 'main', [1, 5], 5)],
      },
      theirs: {
        revisions: [cluster(6, 'alien', [1, 5]), cluster(7, 'alien', [1, 5])],
        cluster_branches: [stay(7, 'main', [1, 5], 5)],
      },
    })
    expect(await ask((scope) => departedClusters(scope, 'main', WINDOW))).toEqual([
      { name: 'six', folder: true },
    ])
  })

  it.each([
    // case | revisions | stays
    ['of that name', [cluster(5, 'six', [1])], []],
    ['on that branch', [], [stay(8, 'main', [1])]],
  ])('a departed cluster although another tenant has one %s', async (_, revisions, stays) => {
    await given({
      ours: {
        revisions: [cluster(5, 'five', [1]), cluster(6, 'six', [1, 5]), cluster(8, 'six', [7])],
        cluster_branches: [stay(5, 'main', [1]), stay(6, 'main', [1, 5], 5), stay(8, 'prod', [7])],
      },
      theirs: { revisions, cluster_branches: stays },
    })
    expect(await ask((scope) => departedClusters(scope, 'main', WINDOW))).toEqual([
      { name: 'six', folder: true },
    ])
  })

  it('our edited teams', async () => {
    await given({
      ours: { revisions: [revision('team', 1, 'ours', [5])] },
      theirs: {
        revisions: [revision('team', 1, 'alien', [5]), revision('team', 2, 'other', [1, 5])],
      },
    })
    expect(await ask((scope) => editedNames(scope, 'team', WINDOW))).toEqual(['ours'])
  })

  it('what the clusters of a branch were', async () => {
    await given({
      ours: { revisions: [cluster(1, 'one', [1])], cluster_branches: [stay(1, 'main', [1])] },
      theirs: {
        revisions: [cluster(1, 'two', [1]), cluster(2, 'one', [1])],
        cluster_branches: [stay(1, 'main', [1]), stay(2, 'main', [1])],
      },
    })
    const clusters = await ask((scope) => clustersOn(scope, 'main', ['one', 'two'], WINDOW.from))
    expect(clusters).toEqual([{ name: 'one', body: { name: 'one' }, type: null }])
  })

  it.each<[string, Rows]>([
    ['placements', { placements: [placed(1, 5, [1])] }],
    ['applications', { revisions: [application(2, 'alien', [1])] }],
    ['clusters', { revisions: [cluster(9, 'five', [1])] }],
  ])('that a team is gone from a cluster, whatever another tenant’s %s say', async (_, theirs) => {
    await given({
      ours: {
        revisions: [
          cluster(5, 'five', [1]),
          cluster(9, 'nine', [1]),
          application(1, 'one', [1], 't'),
          application(2, 'two', [1], 'u'),
        ],
        placements: [placed(2, 5, [1]), placed(1, 9, [1])],
      },
      theirs,
    })
    const pairs = [{ team: 't', cluster: 'five' }]
    expect(await ask((scope) => teamsPresent(scope, pairs, WINDOW.to))).toEqual([])
  })
})

describe('of a branch and its changes, it is told', () => {
  it('which branches of ours have work', async () => {
    const changes = [change(5)]
    await given({
      ours: { branches: [{ name: 'quiet', error: 'a hazard', published_change: 4 }] },
      theirs: {
        changes,
        branches: [{ name: 'loud', error: 'x', published_change: 4 }],
        publications: [
          publication('quiet', 5, 'failed'),
          publication('loud', 5, 'failed'),
          publication('new', 5, 'pending'),
        ],
      },
    })
    expect(await ask(branchesWithWork)).toEqual([])
  })

  it('which branches of ours wait for an upgrade, and what it does to them', async () => {
    const older = { name: 'main', tip: 'tip', published_change: 0, layout: 1 }
    await given({
      ours: { branches: [older] },
      theirs: { branches: [older, { ...older, name: 'x' }] },
    })
    const plan = {
      branch: 'main',
      tip: 'tip',
      publishedChange: 0,
      treeBefore: 'before',
      treeAfter: 'after',
      counts: { added: 0, removed: 0, modified: 1 },
      files: [],
      clusters: ['one'],
    }
    await ask((scope) => keepUpgradePlan(scope, plan), tenants.theirs)
    expect(await ask(branchesWithWork)).toEqual(['main'])
    expect(await ask(listUpgradeBranches)).toMatchObject([{ branch: 'main', plan: null }])
    await ask((scope) => keepUpgradePlan(scope, { ...plan, clusters: ['ours'] }))
    expect(await ask(branchesWithWork)).toEqual([])
    await ask(forgetUpgradePlans)
    await ask((scope) => confirmUpgrade(scope, 5, ['main']))
    await ask((scope) => takeLayout(scope, 'x'))
    expect(await ask((scope) => countUpgradeLists(scope, null), tenants.theirs)).toEqual({
      files: 0,
      clusters: 1,
    })
    expect(await ask(listUpgradeBranches, tenants.theirs)).toMatchObject([
      { branch: 'main', layout: 1, change: null, plan: { clusters: 1 } },
      { branch: 'x', layout: 1 },
    ])
  })

  it('our tip and our waiting changes', async () => {
    await given({
      ours: waitingChange('us', { tip: 'our tip', published_change: 4 }),
      theirs: waitingChange('them', { tip: 'their tip', published_change: 4 }),
    })
    expect(await ask((scope) => readBranchWork(scope, 'main'))).toMatchObject({
      tip: 'our tip',
      pending: [{ id: 5, actor: { name: 'us' } }],
    })
    expect((await ask((scope) => readBranchWork(scope, 'main')))?.pending).toHaveLength(1)
  })

  it('nothing of a change that our branch holds when one after it fails, wherever theirs stands', async () => {
    await given({
      ours: waitingChange('us', { published_change: 5 }),
      theirs: waitingChange('them', { published_change: 4 }),
    })
    await ask((scope) => recordBranchError(scope, 'main', 'refused', { failed: true }))
    expect(await statesOf(tenants.ours)).toEqual(['pending'])
  })

  it('what our branch holds', async () => {
    const published = { changes: [change(5)], publications: [publication('main', 5, 'published')] }
    await given({ ours: published, theirs: published })
    expect(await ask((scope) => publishedChanges(scope, 'main'))).toHaveLength(1)
  })
})

describe('of a branch, it writes down in our rows alone', () => {
  const main = { branch: 'main', tip: 'new', commit: 'new', upTo: 4, error: null, holding: [] }
  const standing = {
    changes: [change(5), change(6)],
    branches: [{ name: 'main', tip: 'old', published_change: 5 }],
    publications: [publication('main', 5, 'published'), publication('main', 6, 'pending')],
  }

  it.each<[string, (scope: TenantScope) => Promise<void>, string[]]>([
    // case | write | states
    [
      'what was published',
      (scope) => markPublished(scope, { ...main, changes: [6] }),
      ['published', 'published'],
    ],
    [
      'what was found not to be published',
      (scope) => settleBranch(scope, main),
      ['pending', 'pending'],
    ],
    [
      'what it refused',
      (scope) => recordBranchError(scope, 'main', 'refused', { failed: true }),
      ['published', 'failed'],
    ],
  ])('%s', async (_, write, states) => {
    await given({ ours: standing, theirs: standing })
    const before = await rowsOf(tenants.theirs)
    await ask(write)
    expect(await statesOf(tenants.ours)).toEqual(states)
    expect(await rowsOf(tenants.theirs)).toEqual(before)
  })
})

describe('of the model, it is told', () => {
  it('our objects and releases alone, and those that our changes touched', async () => {
    await given({
      ours: {
        revisions: [revision('team', 1, 'old', [1]), revision('team', 2, 'new', [5])],
        releases: [release(3, 'ours', [1]), release(4, 'ended', [1, 5]), release(5, 'fresh', [5])],
      },
      theirs: {
        revisions: [
          revision('team', 1, 'alien', [5]),
          revision('team', 2, 'other', [1]),
          revision('team', 3, 'third', [5]),
          revision('team', 4, 'alien', [1, 5]),
        ],
        releases: [3, 4, 5, 6].flatMap((id) => [
          release(id, 'alien', [5]),
          release(id + 10, 'alien', [1]),
          release(id + 20, 'alien', [1, 5]),
        ]),
      },
    })
    const touched = [
      { kind: 'team', object: 2, began: 5, body: { name: 'new' } },
      { kind: 'release', object: 4, began: null, body: null },
      { kind: 'release', object: 5, began: 5, body: bodyOf('fresh') },
    ]
    const edits = await ask((scope) => loadModelEdits(scope, WINDOW.from, WINDOW.to))
    expect(edits.toSorted(byObject)).toEqual(touched)
    const model = await ask((scope) => loadModel(scope, WINDOW.to))
    expect(model.toSorted(byObject)).toEqual([
      { kind: 'team', object: 1, began: 1, body: { name: 'old' } },
      touched[0],
      { kind: 'release', object: 3, began: 1, body: bodyOf('ours') },
      touched[2],
    ])
  })

  it('which id our last release had', async () => {
    const ours = [release(2, 'ours', [1, 2]), release(1, 'ours', [1])]
    await given({ ours: { releases: ours }, theirs: { releases: [release(9, 'alien', [1])] } })
    expect(await ask(readLastReleaseId)).toBe(2)
  })
})

describe('what ends and begins our releases', () => {
  it('touches no other tenant’s', async () => {
    const standing = { releases: [release(1, 'standing', [1]), release(2, 'standing', [1])] }
    await given({ ours: standing, theirs: standing })
    const before = await releasesOf(tenants.theirs)
    await ask(async (scope) => {
      await endReleases(scope, 5, [1, 2])
      await beginReleases(scope, 5, [{ id: 3, after: releaseOf(bodyOf('fresh')) }])
    })
    expect(await releasesOf(tenants.theirs)).toEqual(before)
    expect(await releasesOf(tenants.ours)).toMatchObject([
      { id: 1, ended: 5 },
      { id: 2, ended: 5 },
      { id: 3, began: 5, ended: null, environment: 'fresh' },
    ])
  })
})

const chosen = (policy: number, clusters: readonly number[]) => ({
  policy,
  application: 1,
  clusters: bitsOf(clusters),
})

const decisionsOf = (tenant: number) =>
  ask(
    ({ tx }) =>
      tx.execute(sql`select policy_id, clusters::text, reasons, began::int, ended::int from decisions
        where tenant = ${tenant} order by policy_id, began`),
    tenant,
  )

const toldDecision = (policy: number, began: number | null, bits: string | null) => ({
  kind: 'decision',
  object: policy,
  began,
  body: { application: 1, clusters: bits },
})

const decidedAt = (change: number | null, applications: readonly number[] | null) =>
  ask((scope) => readDecisions(scope, [2, 3], applications, change))

const score = (cluster: number, value: number) => ({
  cluster,
  name: 'free',
  value,
  until: '2026-01-01T00:00:00Z',
})

const reasonsOf = (by: string, clusters: object = { 1: 'free', 3: 'full' }) => ({ by, clusters })

const saidBy = (by: string) => ({
  decisions: [
    { ...decision(1, '\\x02', [1, 5]), reasons: reasonsOf(by) },
    { ...decision(1, '\\x02', [5]), reasons: reasonsOf(by, { 1: 'late' }) },
    { ...decision(2, '\\x02', [1]), reasons: reasonsOf(by, { 2: 'other', 3: '' }) },
    { ...decision(3, '\\x02', [1]), reasons: reasonsOf(by) },
    decision(4, '\\x02', [1]),
  ],
})

const reasonsTold = (clusterId: number, change: number | null, policies = [1, 2, 4]) =>
  ask((scope) => readPairReasons(scope, policies, { applicationId: 1, clusterId }, change))

describe('of decisions and scores, it is told', () => {
  const ours = [
    decision(1, '\\x02', [1]),
    decision(2, '\\x02', [1, 5]),
    decision(3, '\\x02', [1, 5]),
    decision(3, '\\x04', [5]),
    decision(4, '\\x04', [6]),
  ]
  const theirs = [1, 2, 3, 4, 5].flatMap((policy) => [
    decision(policy, '\\x01', [1, 4]),
    decision(policy, '\\x08', [4, 5]),
    decision(policy, '\\x10', [5]),
  ])

  it('our decisions alone, and those that our changes touched', async () => {
    await given({ ours: { decisions: ours }, theirs: { decisions: theirs } })
    const edits = await ask((scope) => loadModelEdits(scope, WINDOW.from, WINDOW.to))
    const touched = [
      toldDecision(2, null, null),
      toldDecision(3, 5, 'BA=='),
      toldDecision(4, 6, 'BA=='),
    ]
    expect(edits.toSorted(byObject)).toEqual(touched)
    const model = await ask((scope) => loadModel(scope, WINDOW.to))
    expect(model.toSorted(byObject)).toEqual([toldDecision(1, 1, 'Ag=='), touched[1], touched[2]])
  })

  it('what our policies decided, now and after a change', async () => {
    await given({ ours: { decisions: ours }, theirs: { decisions: theirs } })
    expect(await decidedAt(null, null)).toEqual([chosen(3, [2])])
    expect(await decidedAt(1, [1])).toEqual([chosen(2, [1]), chosen(3, [1])])
    expect(await decidedAt(1, [2])).toEqual([])
  })

  it('what our change made of decisions, and what it deleted', async () => {
    await given({
      ours: { decisions: ours, revisions: [cluster(1, 'gone', [1, 5])] },
      theirs: {
        decisions: theirs,
        revisions: [cluster(1, 'alien', [5]), cluster(2, 'alien-too', [1, 5])],
      },
    })
    expect(await ask((scope) => readChangedDecisions(scope, 5))).toEqual([
      { policy: 2, application: 1, was: bitsOf([1]), reasons: null, became: null },
      { policy: 3, application: 1, was: bitsOf([1]), reasons: null, became: bitsOf([2]) },
    ])
    expect(await ask((scope) => readDeleted(scope, 5))).toEqual([
      { kind: 'cluster', object: 1, team: null, name: 'gone' },
    ])
  })

  it('what was said of one pair to us, now and after a change', async () => {
    await given({ ours: saidBy('ours'), theirs: saidBy('theirs') })
    expect(await reasonsTold(1, null)).toEqual([{ policy: 1, by: 'ours', reason: 'late' }])
    expect(await reasonsTold(1, 4)).toEqual([{ policy: 1, by: 'ours', reason: 'free' }])
    expect(await reasonsTold(3, null)).toEqual([])
    expect(await reasonsTold(1, null, [])).toEqual([])
  })

  it('the scores of our clusters', async () => {
    await given({
      ours: { cluster_scores: [score(1, 5)] },
      theirs: { cluster_scores: [score(1, 7), score(2, 7)] },
    })
    const until = new Date('2026-01-01T00:00:00Z')
    expect(await ask((scope) => readScores(scope, ['free']))).toEqual(
      new Map([[1, new Map([['free', { value: 5, until }]])]]),
    )
    expect(await ask((scope) => readScores(scope, ['other']))).toEqual(new Map())
  })
})

describe('what ends and begins our decisions', () => {
  it('touches no other tenant’s, and keeps our reasons', async () => {
    const standing = (by: string) => ({
      decisions: [1, 2].map((policy) => ({
        ...decision(policy, '\\x02', [1]),
        reasons: reasonsOf(by),
      })),
    })
    await given({ ours: standing('ours'), theirs: standing('theirs') })
    const before = await decisionsOf(tenants.theirs)
    await ask(async (scope) => {
      await endDecisions(scope, 5, [chosen(1, []), chosen(2, [])])
      await beginDecisions(scope, 5, [
        { ...chosen(1, [2]), reasons: 'kept' },
        { ...chosen(2, [2]), reasons: null },
      ])
    })
    expect(await decisionsOf(tenants.theirs)).toEqual(before)
    const ended = { clusters: '\\x02', reasons: reasonsOf('ours'), began: 1, ended: 5 }
    const begun = { clusters: '\\x04', began: 5, ended: null }
    expect(await decisionsOf(tenants.ours)).toEqual([
      { policy_id: 1, ...ended },
      // Without that of the cluster that is chosen no more.
      { policy_id: 1, ...begun, reasons: reasonsOf('ours', { 3: 'full' }) },
      { policy_id: 2, ...ended },
      { policy_id: 2, ...begun, reasons: null },
    ])
  })

  it('is refused where one of them isn’t there', async () => {
    await given({ ours: {}, theirs: { decisions: [decision(1, '\\x02', [1])] } })
    await expect(ask((scope) => endDecisions(scope, 5, [chosen(1, [])]))).rejects.toThrow(
      '1 decisions were to end, 0 did',
    )
  })
})

describe('what ends and begins our targets', () => {
  it('touches no other tenant’s', async () => {
    const standing = { placement_targets: [targeted(1), targeted(2)] }
    await given({ ours: standing, theirs: standing })
    const before = await targetsOf(tenants.theirs)
    await ask(async (scope) => {
      await endTargets(scope, 5, { applications: [1], clusters: [1] })
      await beginTargets(scope, 5, { applications: [1], clusters: [1], targets: ['late'] })
    })
    expect(await targetsOf(tenants.theirs)).toEqual(before)
    expect(await targetsOf(tenants.ours)).toMatchObject([
      { cluster_id: 1, target: 'early', ended: 5 },
      { cluster_id: 1, target: 'late', began: 5, ended: null },
      { cluster_id: 2, target: 'early', ended: null },
    ])
    await expect(
      ask((scope) => endTargets(scope, 6, { applications: [9], clusters: [9] })),
    ).rejects.toThrow('0 did')
  })
})
