import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { bumpAccessVersion, readAccess } from '#db/queries/access.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { accessDirectory } from './directory.ts'
import { createAccessStore } from './access-store.ts'

const admins = 'role:Berth.Admin'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ BERTH_ADMINS: admins })
})

const version = () =>
  inTenant(api.database, api.tenant.id, async (tx) => {
    const rows = await readAccess({ tx, tenant: api.tenant.id })
    return rows.version
  })
const directoryNow = async () =>
  accessDirectory(api.services, { ...api.tenant, accessVersion: await version() })

describe('the directory of a tenant', () => {
  it('follows the groups of its teams', async () => {
    expect(await directoryNow()).toMatchObject({ teams: [] })
    const groups = [{ id: 'ieb-dev', role: 'contributor' }]
    await api.call('/teams', { body: { name: 'ieb', groups } })
    expect(await directoryNow()).toMatchObject({ teams: [{ team: 'ieb', groups }] })
    await api.call('/teams/ieb', { method: 'DELETE', headers: { 'if-match': '*' } })
    expect(await directoryNow()).toMatchObject({ teams: [] })
  })

  it('is read once for a version, and by no query while that holds', async () => {
    const accessVersion = await version()
    const unreachable = { ...api.services, database: null as never }
    const [first, second] = await Promise.all([
      accessDirectory(api.services, { ...api.tenant, accessVersion }),
      accessDirectory(unreachable, { ...api.tenant, accessVersion }),
    ])
    expect(second).toBe(first)
  })

  it('has the environment’s admins only in the tenant of the installation', async () => {
    const { tenant, services } = api
    const environment = { ...services.environment, tenantName: tenant.name }
    const home = { ...services, environment, access: createAccessStore() }
    const ofInstallation = await accessDirectory(home, { ...tenant, accessVersion: 0 })
    expect(ofInstallation.grants).toMatchObject([{ source: 'role', value: 'Berth.Admin' }])
    expect((await directoryNow()).grants).toEqual([])
  })

  it('is read again after it could not be read', async () => {
    const store = createAccessStore()
    const known = { grants: [], teams: [] }
    await expect(store.at(1, 1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await store.at(1, 1, async () => known)).toBe(known)
  })

  it('of a later version also serves whoever knows an earlier one', async () => {
    await inTenant(api.database, api.tenant.id, async (tx) => {
      await bumpAccessVersion({ tx, tenant: api.tenant.id })
      await tx.execute(sql`
        insert into role_grants (tenant, source, value, role, created_by)
        values (${api.tenant.id}, 'group', 'auditors', 'reader', 'test')`)
    })
    const now = await directoryNow()
    expect(now.grants).toMatchObject([{ value: 'auditors', role: 'reader' }])
    const earlier = (await version()) - 1
    const asked = { ...api.tenant, accessVersion: earlier }
    expect(await accessDirectory(api.services, asked)).toBe(now)
  })
})
