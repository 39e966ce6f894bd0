// How the sorts of use case affect each other, tried with some that are made for these tests.
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readAuditRows } from '#db/queries/audit.ts'
import { findOutcome, insertOutcome } from '#db/queries/idempotency-keys.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { only } from './audit/subject.ts'
import { asked, defineEdit, defineRead, defineRecord } from './define.ts'
import { admit } from './rate-limit.ts'
import { ownSession, type Session } from './session.ts'

type Observation = { readonly key: string }

const columnsOf = ({ key }: Observation) => ({
  principal: 'observed',
  route: 'x',
  key,
  bodyHash: '',
})
const keep = async ({ scope }: { readonly scope: TenantScope }, observation: Observation) =>
  insertOutcome(scope, columnsOf(observation), { isSeen: true })

/** Of 300 requests that one payer may make at once, three may be these, and another in 100 seconds. */
const reports = defineRecord<Observation, void>({
  name: 'reports.send',
  oneIn: 100,
  load: () => asked({ kind: 'cluster' }),
  run: keep,
})

const edits = defineEdit<Observation & { readonly dryRun?: boolean }, void>({
  name: 'reports.edit',
  subject: only('report'),
  isDryRun: ({ dryRun }) => dryRun === true,
  load: () => asked({ kind: 'cluster' }),
  run: async (context, input) => {
    if (input.dryRun !== true) await keep(context, input)
    context.audit({ object: 'report', before: null, after: { isSeen: true } })
  },
})

const reads = defineRead<Observation, boolean>({
  name: 'reports.get',
  load: () => asked({ kind: 'cluster' }),
  run: async ({ scope }, observation) =>
    (await findOutcome(scope, columnsOf(observation))) !== null,
})

let api: TestApi
let admin: Session
beforeAll(async () => {
  api = await createTestApi({ BERTH_RATE_BURST: '300', BERTH_RATE_PER_SECOND: '1' })
  admin = { ...ownSession(api.tenant, actorOf({ role: 'admin' })), payer: 'token:test' }
})

const send = (key: string, session = admin) => reports.invoke(api.services, session, { key })
const isKept = (key: string) => reads.invoke(api.services, admin, { key })

const paidBy = (payer: string) => ({ ...admin, payer })

async function auditedActions(): Promise<readonly string[]> {
  const scoped = await inTenant(api.database, api.tenant.id, (tx) =>
    readAuditRows({ tx, tenant: api.tenant.id }, { after: 0, limit: 1000 }),
  )
  return scoped.map(({ action }) => action)
}

/** Holds the tenant as an edit does, until `release` is called. */
async function holdTenant(): Promise<{ release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holding = inTenant(api.database, api.tenant.id, async (tx) => {
    await readTenantState({ tx, tenant: api.tenant.id }, { lock: true })
    held.resolve()
    await done.promise
  })
  await held.promise
  return {
    release: async () => {
      done.resolve()
      await holding
    },
  }
}

describe('a use case that records', () => {
  it('is kept while an edit holds the tenant, for which another edit waits', async () => {
    const order: string[] = []
    const { release } = await holdTenant()
    const edited = edits.invoke(api.services, admin, { key: 'e' }).then(() => order.push('edit'))
    await send('r').then(() => order.push('record'))
    await release()
    await edited
    expect(order).toEqual(['record', 'edit'])
    expect(await isKept('r')).toBe(true)
  })

  it('is in no audit, as an edit is that keeps something', async () => {
    const before = await auditedActions()
    await edits.invoke(api.services, admin, { key: 'dry', dryRun: true })
    await edits.invoke(api.services, admin, { key: 'kept' })
    await send('unaudited')
    expect((await auditedActions()).slice(before.length)).toEqual(['reports.edit'])
    expect(await isKept('dry')).toBe(false)
    expect(await isKept('unaudited')).toBe(true)
  })

  it('asks for the permission to write', async () => {
    const reader = ownSession(api.tenant, actorOf({ role: 'reader' }))
    await expect(send('denied', reader)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await isKept('denied')).toBe(false)
  })

  it('has an allowance of its own, for each payer, of which requests take nothing', async () => {
    const often = paidBy('token:often')
    const record = { name: reports.name, oneIn: reports.oneIn! }
    for (let sent = 0; sent < 3; sent += 1) await admit(api.services, often, record)
    await expect(admit(api.services, often, record)).rejects.toMatchObject({
      kind: 'too_many_requests',
    })
    await admit(api.services, often)
    await admit(api.services, paidBy('token:seldom'), record)
  })
})

const resource = () => asked({ kind: 'cluster' })

describe('a definition', () => {
  it('doesn’t compile when a read or a record would be in the audit, or a record would be a dry run', () => {
    defineRead<null, void>({
      name: 'nonsense.read',
      load: resource,
      // @ts-expect-error -- what only reads has nothing to tell the audit
      run: async ({ audit }) => audit({ object: 'x' }),
    })
    defineRecord<null, void>({
      name: 'nonsense.record',
      oneIn: 1,
      load: resource,
      // @ts-expect-error -- what is observed is in no audit
      run: async ({ audit }) => audit({ object: 'x' }),
    })
    defineRecord<null, void>({
      name: 'nonsense.try',
      oneIn: 1,
      load: resource,
      // @ts-expect-error -- nobody previews an observation
      isDryRun: () => true,
      run: async () => undefined,
    })
    // @ts-expect-error -- what is read of what was sent has to be said
    defineRead<unknown, void, number>({
      name: 'nonsense.input',
      load: resource,
      run: async () => undefined,
    })
  })
})
