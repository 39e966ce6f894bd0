import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { ownOrigin } from '../session.ts'
import { listChangesUseCase } from './read.ts'

const CHANGES = 30

const admin: Actor = {
  kind: 'token',
  id: 'test',
  name: 'test',
  email: null,
  role: 'admin',
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  for (let index = 0; index < CHANGES; index++) {
    const { status } = await api.call('/teams', { body: { name: `team-${index}` } })
    expect(status).toBe(201)
  }
})

const unasked = () => Promise.reject(new Error('a list asks for no more than its rows'))

/** A page of the list, and how many statements it took. */
async function readPage(limit: number) {
  const { services, tenant } = api
  return inTenant(
    services.database,
    tenant.id,
    async (tx) => {
      let statements = 0
      const counting = new Proxy(tx, {
        get: (target, key) => {
          if (key === 'execute') statements += 1
          return Reflect.get(target, key, target)
        },
      })
      const scope = { tx: counting, tenant: tenant.id }
      const page = await listChangesUseCase.within(
        {
          services,
          tenant,
          actor: admin,
          payer: principalOf(admin),
          scope,
          origin: ownOrigin,
          state: () => readTenantState(scope, { lock: false }),
          fleet: unasked,
          authorize: () => undefined,
          afterCommit: () => undefined,
        },
        { at: null, filter: {}, before: null, limit },
      )
      return { page, statements }
    },
    { readOnly: true },
  )
}

describe('a page of changes', () => {
  it('shows with each impact the digest that its preview showed', async () => {
    const preview = await api.call('/teams?dryRun=true', { body: { name: 'team-next' } })
    const { page } = await readPage(CHANGES)
    // None of them affects any file.
    const digests = page.items.map(({ impact }) => impact['digest'])
    expect(digests).toEqual(digests.map(() => preview.json.digest))
  })

  it('takes as many statements with thirty rows as with one', async () => {
    const one = await readPage(1)
    const all = await readPage(CHANGES)
    expect([one.page.items.length, all.page.items.length]).toEqual([1, CHANGES])
    expect(all.statements).toBe(one.statements)
  })

  it('names with each row the object that was edited, and no other row’s', async () => {
    const { page } = await readPage(CHANGES)
    expect(page.items.map(({ edited }) => edited.map(({ name }) => name))).toEqual(
      Array.from({ length: CHANGES }, (_, index) => [`team-${CHANGES - 1 - index}`]),
    )
  })
})
