// The setting that says where Argo CD is, beside clusters of a reconciler that has no use for it.
import { expect, it, vi } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type * as Registered from '#lib/domain/reconcilers/registered.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { requireSameSettings } from './start.ts'

vi.mock('#lib/domain/reconcilers/registered.ts', async (importOriginal) => {
  const { RECONCILERS } = await importOriginal<typeof Registered>()
  const { listing } = await import('#lib/domain/reconcilers/testing/listing/reconciler.ts')
  return { RECONCILERS: [listing, ...RECONCILERS] }
})

it('is noted for clusters of Argo CD alone, at a save and at the start', async () => {
  const { call, database, tenant, services } = await createTestApi({ ARGOCD_NAMESPACE: 'gitops' })
  const inScope = <T>(ask: (scope: TenantScope) => Promise<T>) =>
    inTenant(database, tenant.id, (tx) => ask({ tx, tenant: tenant.id }))
  const noted = async () => {
    await inScope((scope) => requireSameSettings(services.environment, tenant, scope))
    return (await inScope((scope) => readTenantState(scope, { lock: false }))).argocdNamespace
  }
  const add = async (path: string, body: object) =>
    expect((await call(path, { body })).status).toBe(201)
  await add('/cluster-types', { name: 'listed', reconciler: 'listing' })
  await add('/clusters', { name: 'listed', type: 'listed' })
  expect(await noted()).toBeNull()
  await add('/clusters', { name: 'plain' })
  expect(await noted()).toBe('gitops')
})
