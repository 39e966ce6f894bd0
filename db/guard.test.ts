import { openClient } from './testing/open-client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from './client.ts'
import { assertTenantWalls } from './guard.ts'
import { temporaryServer } from './testing/temporary-server.ts'

// A server of its own, because these tests tear the walls down.
let server: Awaited<ReturnType<typeof temporaryServer>>

beforeAll(async () => {
  server = await temporaryServer()
})

afterAll(() => server.stop())

async function verdict(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 })
  try {
    await assertTenantWalls(db)
    return 'walled'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await closeDatabase(db)
  }
}

/** What the guard says while there is a breach. */
async function verdictAfter(breach: string, repair: string): Promise<string> {
  const superuser = openClient(server.superuserUrl)
  try {
    await superuser.unsafe(breach)
    return await verdict(server.databaseUrl)
  } finally {
    await superuser.unsafe(repair)
    await superuser.end()
  }
}

describe('the guard lets nothing start', () => {
  it('but lets the role that owns nothing, on the schema as migrated', async () => {
    expect(await verdict(server.databaseUrl)).toBe('walled')
  })

  it('as the owner', async () => {
    expect(await verdict(server.ownerUrl)).toContain('the role berth_owner owns tables')
  })

  it('as a superuser', async () => {
    expect(await verdict(server.superuserUrl)).toContain('the role postgres is a superuser')
  })

  const breaches: { when: string; breach: string; repair: string; sentence: string }[] = [
    {
      when: 'when its role bypasses row-level security',
      breach: 'alter role berth_app bypassrls',
      repair: 'alter role berth_app nobypassrls',
      sentence: 'the role berth_app bypasses row-level security',
    },
    {
      when: 'when its role is a member of the owner',
      breach: 'grant berth_owner to berth_app',
      repair: 'revoke berth_owner from berth_app',
      sentence: 'the role berth_app, as a member of berth_owner, owns tables',
    },
    {
      when: 'when its role may become one that bypasses row-level security',
      breach: 'create role passer bypassrls; grant passer to berth_app',
      repair: 'drop role passer',
      sentence: 'the role berth_app, as a member of passer, bypasses row-level security',
    },
    {
      when: 'when a table has no row-level security',
      breach: 'alter table labels disable row level security',
      repair: 'alter table labels enable row level security',
      sentence: 'the table labels has no row-level security',
    },
    {
      when: 'when a new table was forgotten',
      breach: 'create table forgotten (tenant int)',
      repair: 'drop table forgotten',
      sentence: 'the table forgotten has no row-level security',
    },
    {
      when: 'when a materialized view copies rows',
      breach: 'create materialized view copied as select * from labels',
      repair: 'drop materialized view copied',
      sentence: 'the table copied has no row-level security',
    },
    {
      when: 'when a table has a second policy',
      breach: 'create policy wide on labels using (true)',
      repair: 'drop policy wide on labels',
      sentence: 'the table labels has the unknown policy wide',
    },
    {
      when: 'when a policy has another expression',
      breach: 'alter policy tenant_wall on labels using (tenant > 0)',
      repair: `alter policy tenant_wall on labels
        using (tenant = (select current_setting('berth.tenant')::int))`,
      sentence: 'the table labels has the unknown policy tenant_wall',
    },
    {
      when: 'when a policy lets rows of other tenants be written',
      breach: 'alter policy tenant_wall on labels with check (true)',
      repair: `drop policy tenant_wall on labels; create policy tenant_wall on labels
        using (tenant = (select current_setting('berth.tenant')::int))`,
      sentence: 'the table labels has the unknown policy tenant_wall',
    },
    {
      when: 'when a policy is gone',
      breach: 'drop policy tenant_wall on labels',
      repair: `create policy tenant_wall on labels
        using (tenant = (select current_setting('berth.tenant')::int))`,
      sentence: 'the table labels lacks the tenant policy',
    },
    {
      when: 'when a view reads as its owner',
      breach: 'alter view placements_all reset (security_invoker)',
      repair: 'alter view placements_all set (security_invoker = true)',
      sentence: 'the view placements_all reads as its owner',
    },
    {
      when: 'when another function runs as its owner',
      breach: `create function around() returns bigint language sql security definer
        as 'select count(*) from labels'`,
      repair: 'drop function around()',
      sentence: 'the function around runs as its owner',
    },
  ]

  it.each(breaches)('$when', async ({ breach, repair, sentence }) => {
    expect(await verdictAfter(breach, repair)).toContain(sentence)
    expect(await verdict(server.databaseUrl)).toBe('walled')
  })
})
