import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { isOwned, type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import { inTenant, outsideTenants } from './client.ts'
import type { Transaction } from './client.ts'
import { connect } from './connection.ts'
import { codeOf, isDuplicate } from './errors.ts'
import { changes } from './schema/change.ts'
import { decisions } from './schema/decision.ts'
import { labels } from './schema/label.ts'
import { placements, placementsAll, placementsPast } from './schema/placement.ts'
import { placementTargets } from './schema/placement-target.ts'
import { releases } from './schema/release.ts'
import { revisions } from './schema/revision.ts'
import { tenants } from './schema/tenant.ts'
import { tokens } from './schema/token.ts'
import { inconsistencies } from './testing/consistency.ts'
import { createTestTenant, testDatabase } from './testing/database.ts'

const db = testDatabase()

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

const codeFrom = async (promise: Promise<unknown>) => codeOf(await failureOf(promise))

const change = (tenant: number, id: number) => ({
  tenant,
  id,
  at: new Date(id),
  actorKind: 'system' as const,
  actorId: 'test',
  actorName: 'Test',
  action: 'test',
  removed: 0,
  added: 0,
  changed: 0,
  confirmed: false,
  placementsTotal: 0,
  impact: {},
  digest: '',
})

const revision = (
  tenant: number,
  kind: Kind,
  object: number,
  name: string,
  team: string | null = null,
) => ({ tenant, kind, object, name, team, began: 1, body: { name } })

/** Two changes, an application and two clusters: placed on the first now, and on the second from change 1 to change 2. */
async function fillTenant(tx: Transaction, tenant: number): Promise<void> {
  await tx.insert(changes).values([change(tenant, 1), change(tenant, 2)])
  await tx
    .insert(revisions)
    .values([
      revision(tenant, 'team', 1, 'shop'),
      revision(tenant, 'application', 1, 'web', 'shop'),
      revision(tenant, 'cluster', 1, 'east'),
      revision(tenant, 'cluster', 2, 'west'),
    ])
  await tx
    .insert(labels)
    .values({ tenant, kind: 'cluster', object: 1, key: 'gpu', value: 'true', began: 1 })
  await tx.insert(placements).values({ tenant, applicationId: 1, clusterId: 1, began: 1 })
  await tx
    .insert(placementsPast)
    .values({ tenant, applicationId: 1, clusterId: 2, began: 1, ended: 2 })
  await tx.update(tenants).set({ lastChange: 2, placementsTotal: 1 })
}

const base = (tenant: number, applicationId: number, began: number) => ({
  tenant,
  id: began,
  applicationId,
  environment: 'prod',
  repoUrl: 'u',
  repoBranch: 'b',
  repoPath: 'p',
  packaging: null,
  began,
})

const targeted = (tenant: number, clusterId: number) => ({
  tenant,
  applicationId: 1,
  clusterId,
  target: 'early',
  began: 1,
})

const chosen = (tenant: number, policyId: number) => ({
  tenant,
  policyId,
  applicationId: 1,
  clusters: Uint8Array.of(2),
  began: 1,
})

const policyWith = (tenant: number, body: object) => ({
  ...revision(tenant, 'target-policy', 5, 'some'),
  body: { name: 'some', ...body },
})

async function filledTenant(): Promise<number> {
  const { tenant } = await createTestTenant(db)
  await inTenant(db, tenant, (tx) => fillTenant(tx, tenant))
  return tenant
}

describe('placements_all', () => {
  it('shows current and past placements of one tenant', async () => {
    const tenant = await filledTenant()
    await filledTenant()
    const rows = await inTenant(db, tenant, (tx) =>
      tx.select().from(placementsAll).orderBy(placementsAll.clusterId),
    )
    expect(rows).toEqual([
      { tenant, applicationId: 1, clusterId: 1, began: 1, ended: null },
      { tenant, applicationId: 1, clusterId: 2, began: 1, ended: 2 },
    ])
  })
})

describe('the tables refuse', () => {
  it('a second current object of one name, and for applications only within a team', async () => {
    const tenant = await filledTenant()
    const add = (row: ReturnType<typeof revision>) =>
      failureOf(inTenant(db, tenant, (tx) => tx.insert(revisions).values(row)))
    const second = [
      await add(revision(tenant, 'cluster', 9, 'east')),
      await add(revision(tenant, 'application', 9, 'web', 'shop')),
    ]
    expect(second.map((failure) => isDuplicate(failure))).toEqual([true, true])
    expect(isDuplicate(second[0], 'revisions_name')).toBe(true)
    expect(isDuplicate(second[1], 'revisions_team_name')).toBe(true)
    expect(await add(revision(tenant, 'application', 10, 'web', 'other'))).toBeNull()
    expect(await add(revision(tenant, 'team', 11, 'east'))).toBeNull()
    expect(await add(revision(tenant, 'target-policy', 12, 'east'))).toBeNull()
  })

  it.each(KINDS.filter((kind) => isOwned(kind, 'team-or-platform')))(
    'a name that another owner gave: %s',
    async (kind) => {
      const tenant = await filledTenant()
      const add = (object: number, team: string | null) =>
        failureOf(
          inTenant(db, tenant, (tx) =>
            tx.insert(revisions).values(revision(tenant, kind, object, 'taken', team)),
          ),
        )
      expect(await add(30, 'shop')).toBeNull()
      expect(isDuplicate(await add(31, 'other'), 'revisions_name')).toBe(true)
      expect(isDuplicate(await add(32, null), 'revisions_name')).toBe(true)
    },
  )

  it('nothing because of another tenant’s names', async () => {
    await filledTenant()
    await expect(filledTenant()).resolves.toBeGreaterThan(0)
  })

  it('an application without a team, a kind that is no word, and an interval that ends before it began', async () => {
    const tenant = await filledTenant()
    const insert = (row: object) =>
      codeFrom(
        inTenant(db, tenant, (tx) =>
          tx.insert(revisions).values({ ...revision(tenant, 'cluster', 20, 'north'), ...row }),
        ),
      )
    expect(await insert({ kind: 'application' })).toBe('23514')
    expect(await insert({ kind: 'Group' })).toBe('23514')
    expect(await insert({ ended: 1 })).toBe('23514')
    expect(await insert({ ended: 2 })).toBeNull()
  })
})

describe('the application’s role', () => {
  const forbidden: [string, (tx: Transaction) => Promise<unknown>][] = [
    ['rewrite a revision', (tx) => tx.update(revisions).set({ body: {} })],
    ['delete a revision', (tx) => tx.delete(revisions)],
    ['rewrite a change', (tx) => tx.update(changes).set({ reason: 'other' })],
    ['delete a change', (tx) => tx.delete(changes)],
    ['rewrite a past placement', (tx) => tx.update(placementsPast).set({ ended: 9 })],
    ['delete a past placement', (tx) => tx.delete(placementsPast)],
    ['rewrite a placement', (tx) => tx.update(placements).set({ began: 9 })],
    ['rewrite a label', (tx) => tx.update(labels).set({ value: 'other' })],
    ['rewrite a release', (tx) => tx.update(releases).set({ clusters: null })],
    ['delete a release', (tx) => tx.delete(releases)],
    ['rewrite a target', (tx) => tx.update(placementTargets).set({ target: 'other' })],
    ['delete a target', (tx) => tx.delete(placementTargets)],
    ['rewrite a decision', (tx) => tx.update(decisions).set({ clusters: Uint8Array.of() })],
    ['delete a decision', (tx) => tx.delete(decisions)],
    ['rename a tenant', (tx) => tx.update(tenants).set({ name: 'other' })],
    ['delete a tenant', (tx) => tx.delete(tenants)],
    ['give a token another role', (tx) => tx.update(tokens).set({ role: 'admin' })],
    ['empty a table', (tx) => tx.execute(sql`truncate placements`)],
    ['change a table', (tx) => tx.execute(sql`alter table labels disable row level security`)],
    ['become the owner', (tx) => tx.execute(sql`set role berth_owner`)],
  ]

  it.each(forbidden)('may not %s', async (_, act) => {
    const tenant = await filledTenant()
    expect(await codeFrom(inTenant(db, tenant, act))).toBe('42501')
  })

  it('may end a revision and a label', async () => {
    const tenant = await filledTenant()
    await inTenant(db, tenant, async (tx) => {
      await tx.update(revisions).set({ ended: 2 }).where(eq(revisions.object, 2))
      await tx.update(labels).set({ ended: 2 })
    })
    const current = await inTenant(db, tenant, (tx) =>
      tx.$count(revisions, isNull(revisions.ended)),
    )
    expect(current).toBe(3)
  })
})

const hash = () => crypto.getRandomValues(new Uint8Array(32))

const findToken = (wanted: Uint8Array) =>
  outsideTenants(db, async (tx) => [
    ...(await tx.execute(
      sql`select tenant, name, role, team, cluster from find_token(${wanted}::bytea)`,
    )),
  ])

describe('before a tenant is known', () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const yesterday = new Date(Date.now() - 86_400_000)
  async function makeToken(values: Partial<typeof tokens.$inferInsert>) {
    const tenant = await filledTenant()
    const token = hash()
    await inTenant(db, tenant, (tx) =>
      tx.insert(tokens).values({
        tenant,
        hash: token,
        name: 'ci',
        role: 'reader',
        createdBy: 'test',
        expiresAt: tomorrow,
        ...values,
      }),
    )
    return { tenant, token }
  }

  it('a token is found by its hash, with the names of what limits it', async () => {
    const { tenant, token } = await makeToken({ team: 1, cluster: 2 })
    expect(await findToken(token)).toEqual([
      { tenant, name: 'ci', role: 'reader', team: 'shop', cluster: 'west' },
    ])
    expect(await findToken(hash())).toEqual([])
  })

  it('no token is found that is revoked or past its time', async () => {
    expect(await findToken((await makeToken({ revokedAt: yesterday })).token)).toEqual([])
    expect(await findToken((await makeToken({ expiresAt: yesterday })).token)).toEqual([])
  })

  it('no token is found whose scheduler is gone', async () => {
    const tenant = await filledTenant()
    const token = hash()
    await inTenant(db, tenant, async (tx) => {
      await tx.insert(revisions).values(revision(tenant, 'scheduler', 1, 'packer'))
      const values = { tenant, hash: token, name: 'packer', role: 'scheduler' as const }
      const said = { scheduler: 1, createdBy: 'test', expiresAt: tomorrow }
      await tx.insert(tokens).values({ ...values, ...said })
    })
    expect(await findToken(token)).toMatchObject([{ role: 'scheduler', team: null }])
    await inTenant(db, tenant, (tx) =>
      tx.update(revisions).set({ ended: 2 }).where(eq(revisions.kind, 'scheduler')),
    )
    expect(await findToken(token)).toEqual([])
  })

  it('no token is found whose team is gone, even when another has its name now', async () => {
    const { tenant, token } = await makeToken({ team: 1 })
    await inTenant(db, tenant, async (tx) => {
      await tx
        .update(revisions)
        .set({ ended: 2 })
        .where(and(eq(revisions.kind, 'team'), eq(revisions.object, 1)))
      await tx.insert(revisions).values({ ...revision(tenant, 'team', 2, 'shop'), began: 2 })
    })
    expect(await findToken(token)).toEqual([])
  })

  it('tenants are found by name, and listed', async () => {
    const { tenant, name } = await createTestTenant(db)
    const [byName, listed] = await outsideTenants(db, async (tx) => [
      await tx.execute(sql`select tenant, name from tenant_by_name(${name})`),
      await tx.execute(sql`select tenant, name from tenant_ids()`),
    ])
    expect([...(byName ?? [])]).toEqual([{ tenant, name }])
    expect(listed).toContainEqual({ tenant, name })
  })

  it('nobody but the application’s role may ask', async () => {
    const grants = await outsideTenants(db, (tx) =>
      tx.execute(sql`
        select proname, to_json(array(
          select case grantee when 0 then 'public' else grantee::regrole::text end
          from aclexplode(proacl) where grantee <> proowner)) as grantees
        from pg_proc where pronamespace = 'public'::regnamespace order by 1`),
    )
    const functions = [
      'analyze_grown_tables',
      'asks_backlog',
      'create_tenant',
      'drop_observed_partitions',
      'find_hook',
      'find_registration',
      'find_session',
      'find_token',
      'make_observed_partitions',
      'tenant_backlog',
      'tenant_by_name',
      'tenant_ids',
      'tenants_with_alert_rules',
      'tenants_with_auto_candidates',
      'tenants_with_deliveries',
      'tenants_with_due_asks',
      'tenants_with_due_dependents',
      'tenants_with_due_holds',
      'tenants_with_due_rollouts',
      'tenants_with_work',
      'whole_backlog',
    ]
    const asked = functions.map((proname) => ({ proname, grantees: ['berth_app'] }))
    // These belong to triggers; nobody calls them.
    const triggers = ['note_last_ids', 'note_source']
    const called = [...grants].filter(({ proname }) => !triggers.includes(String(proname)))
    expect(called).toEqual(asked)
    for (const proname of triggers) expect([...grants]).toContainEqual({ proname, grantees: [] })
  })

  it('the functions that each request calls keep their plan', async () => {
    const rows = await outsideTenants(db, (tx) =>
      tx.execute(sql`
        select proname from pg_proc
        where 'plan_cache_mode=force_generic_plan' = any(proconfig) order by 1`),
    )
    expect([...rows]).toEqual([
      { proname: 'find_hook' },
      { proname: 'find_registration' },
      { proname: 'find_session' },
      { proname: 'find_token' },
    ])
  })
})

describe('the plan of a lookup by label, as the application’s role', () => {
  let tenant = 0

  beforeAll(async () => {
    for (let turn = 0; turn < 2; turn++) {
      tenant = (await createTestTenant(db)).tenant
      await inTenant(db, tenant, (tx) =>
        tx.execute(sql`
          insert into labels (tenant, kind, object, key, value, began)
          select ${tenant}, 'cluster', object, key, 'v' || object % 100, 1
          from generate_series(1, 2000) object, unnest(array['region', 'ring', 'name']) key`),
      )
    }
    const owner = await connect(inject('ownerUrl'))
    await owner.client`analyze labels`
    await owner.close()
  })

  it('reads one key and value of one tenant from the index', async () => {
    const plan = await inTenant(db, tenant, async (tx) => {
      const query = tx
        .select({ object: labels.object })
        .from(labels)
        .where(
          and(
            eq(labels.tenant, tenant),
            eq(labels.kind, 'cluster'),
            eq(labels.key, 'region'),
            eq(labels.value, 'v7'),
            isNull(labels.ended),
          ),
        )
      const rows = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('labels_lookup')
    const condition = /Index Cond: .*/.exec(plan)?.[0] ?? ''
    for (const part of ['tenant =', 'key =', 'value =']) expect(condition).toContain(part)
  })
})

describe('the check of consistency', () => {
  const faults: [string, (tx: Transaction, tenant: number) => Promise<unknown>][] = [
    [
      'placement (1, 2) from 2 begins before',
      (tx, tenant) =>
        tx.insert(placements).values({ tenant, applicationId: 1, clusterId: 2, began: 2 }),
    ],
    [
      'placement (7, 1) from 1 has no application',
      (tx, tenant) =>
        tx.insert(placements).values({ tenant, applicationId: 7, clusterId: 1, began: 1 }),
    ],
    [
      'placement (1, 1) from 1 has no cluster',
      (tx) =>
        tx
          .update(revisions)
          .set({ ended: 2 })
          .where(and(eq(revisions.kind, 'cluster'), eq(revisions.object, 1))),
    ],
    [
      'cluster 2 has a gap or an overlap at 2',
      (tx, tenant) =>
        tx.insert(revisions).values({ ...revision(tenant, 'cluster', 2, 'west2'), began: 2 }),
    ],
    [
      'label gpu is on a cluster 1 that is no more',
      (tx) =>
        tx
          .update(revisions)
          .set({ ended: 2 })
          .where(and(eq(revisions.kind, 'cluster'), eq(revisions.object, 1))),
    ],
    [
      'labels name the change 5, which there is not',
      (tx, tenant) =>
        tx
          .insert(labels)
          .values({ tenant, kind: 'cluster', object: 1, key: 'ring', value: '1', began: 5 }),
    ],
    [
      '1 has two bases in prod at 2',
      (tx, tenant) => tx.insert(releases).values([1, 2].map((began) => base(tenant, 1, began))),
    ],
    [
      'release 1 has no application over all of its time',
      (tx, tenant) => tx.insert(releases).values(base(tenant, 7, 1)),
    ],
    [
      'release 1 is of an application that isn’t managed',
      (tx, tenant) => tx.insert(releases).values(base(tenant, 1, 1)),
    ],
    [
      'release 1 is a base, or not of the branch that is followed',
      async (tx, tenant) => {
        const body = { depends_on: ['shop/web'] }
        const needing = { ...revision(tenant, 'application', 9, 'needing', 'shop'), body }
        await tx.insert(revisions).values(needing)
        await tx.insert(releases).values(base(tenant, 9, 1))
      },
    ],
    [
      'target of (1, 1) from 2 begins before',
      (tx, tenant) =>
        tx
          .insert(placementTargets)
          .values([1, 2].map((began) => ({ ...targeted(tenant, 1), began }))),
    ],
    [
      'target early of (1, 2) from 1 has no placement over all of its time',
      (tx, tenant) => tx.insert(placementTargets).values(targeted(tenant, 2)),
    ],
    [
      '(1, 1) has a target early from 1 that its application has not',
      (tx, tenant) => tx.insert(placementTargets).values(targeted(tenant, 1)),
    ],
    [
      'the targets of application 9 began with 1, and not with 2',
      (tx, tenant) =>
        tx.insert(revisions).values({
          ...revision(tenant, 'application', 9, 'with-targets', 'shop'),
          body: { targets: [{ name: 'early' }] },
          sourceBegan: 1,
          targetsBegan: 2,
        }),
    ],
    [
      'targets name the change 5, which there is not',
      (tx, tenant) => tx.insert(placementTargets).values({ ...targeted(tenant, 1), began: 5 }),
    ],
    [
      'decision of (5, 1) from 2 begins before',
      (tx, tenant) =>
        tx.insert(decisions).values([1, 2].map((began) => ({ ...chosen(tenant, 5), began }))),
    ],
    [
      'decision of (7, 1) from 1 has no target-policy over all of its time',
      (tx, tenant) => tx.insert(decisions).values(chosen(tenant, 7)),
    ],
    [
      'decision of (5, 1) is of a policy that places without one from 1',
      async (tx, tenant) => {
        await tx.insert(revisions).values(policyWith(tenant, {}))
        await tx.insert(decisions).values(chosen(tenant, 5))
      },
    ],
    [
      'decision of (5, 1) names cluster 7, which is not there from 1 on',
      async (tx, tenant) => {
        await tx.insert(revisions).values(policyWith(tenant, { pick: { count: 1 } }))
        await tx.insert(decisions).values({ ...chosen(tenant, 5), clusters: Uint8Array.of(1 << 7) })
      },
    ],
    [
      'decisions name the change 5, which there is not',
      (tx, tenant) => tx.insert(decisions).values({ ...chosen(tenant, 5), began: 5 }),
    ],
    [
      'release 1 is for no cluster',
      (tx, tenant) =>
        tx.insert(releases).values({ ...base(tenant, 1, 1), clusters: new Uint8Array() }),
    ],
    [
      'releases name the change 5, which there is not',
      (tx, tenant) => tx.insert(releases).values(base(tenant, 1, 5)),
    ],
    ['1 placements are counted as 3', (tx) => tx.update(tenants).set({ placementsTotal: 3 })],
    ['the newest change is 2, and not 4', (tx) => tx.update(tenants).set({ lastChange: 4 })],
  ]

  it('finds nothing in a tenant that is well', async () => {
    expect(await inTenant(db, await filledTenant(), inconsistencies)).toEqual([])
  })

  it.each(faults)('finds: %s', async (sentence, breakIt) => {
    const tenant = await filledTenant()
    const found = await inTenant(db, tenant, async (tx) => {
      await breakIt(tx, tenant)
      return inconsistencies(tx)
    })
    expect(found).toContainEqual(expect.stringContaining(sentence))
  })
})
