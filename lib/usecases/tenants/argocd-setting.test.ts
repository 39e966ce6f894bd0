import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { answer } from '#lib/http/api/answer.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices } from '../services.ts'
import { requireSameSettings } from './start.ts'

const settings = (namespace: string) => ({ LOG_LEVEL: 'silent', ARGOCD_NAMESPACE: namespace })

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(settings('argocd'))
})

const addCluster = async (fields: object) => {
  const { status, text } = await api.call('/clusters', { body: fields })
  expect(status, text).toBe(201)
}

const known = async () => {
  const { id: tenant } = api.tenant
  const state = await inTenant(api.database, tenant, (tx) =>
    readTenantState({ tx, tenant }, { lock: false }),
  )
  return state.argocdNamespace
}

const start = (namespace: string) =>
  inTenant(api.database, api.tenant.id, (tx) =>
    requireSameSettings(readEnvironment(settings(namespace)), api.tenant, {
      tx,
      tenant: api.tenant.id,
    }),
  )

const REFUSAL = /tenant .* have their Argo CD in argocd, not gitops.*Set ARGOCD_NAMESPACE=argocd/

describe('the setting that says where Argo CD is', () => {
  it('may change before the first cluster', async () => {
    await api.call('/teams', { body: { name: 'shop' } })
    await expect(start('gitops')).resolves.not.toThrow()
  })

  it('may change while each cluster says where its own is', async () => {
    await addCluster({ name: 'one', argocd_namespace: 'argo' })
    expect(await known()).toBeNull()
    await expect(start('gitops')).resolves.not.toThrow()
  })

  it('may change again once the last cluster that followed it is gone', async () => {
    await addCluster({ name: 'one' })
    await addCluster({ name: 'two', argocd_namespace: 'argo' })
    expect(await known()).toBe('argocd')
    const headers = { 'if-match': '*' }
    expect((await api.call('/clusters/one', { method: 'DELETE', headers })).status).toBe(204)
    await expect(start('gitops')).resolves.not.toThrow()
  })

  it('may not change while a cluster follows it: no process starts with another', async () => {
    await addCluster({ name: 'one' })
    await start('argocd')
    await expect(start('gitops')).rejects.toThrow(REFUSAL)
  })

  it('is stored at the start for a fleet that has none stored', async () => {
    await addCluster({ name: 'one' })
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`update tenants set argocd_namespace = null`),
    )
    await start('argocd')
    expect(await known()).toBe('argocd')
    await expect(start('gitops')).rejects.toThrow(REFUSAL)
  })

  it('refuses saves by a process that started with another before the first cluster', async () => {
    await addCluster({ name: 'one' })
    const token = await api.token('admin')
    const before = await countRows(api)
    const { database, services } = api
    installServices(createServices(readEnvironment(settings('gitops')), database, services))
    const { status } = await answer(
      operations.find(({ id }) => id === 'createCluster')!,
      new Request('https://berth.example.com/api/v1/clusters', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'two' }),
      }),
      {},
    )
    expect(status).toBe(500)
    expect(await countRows(api)).toEqual(before)
  })
})
