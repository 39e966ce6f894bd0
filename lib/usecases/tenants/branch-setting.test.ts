import { beforeAll, describe, expect, inject, it } from 'vitest'
import { answer } from '#lib/http/api/answer.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { boot, createServices } from '#lib/start/boot.ts'
import { installServices } from '../services.ts'
import { requireSameBranches } from './branch-setting.ts'

const settings = (branch: string, shards = '100') => ({
  LOG_LEVEL: 'silent',
  GITOPS_BRANCH: branch,
  GITOPS_SHARDS: shards,
})

const check = (known: string | null, branch: string, shards?: string) => () =>
  requireSameBranches(
    { branchPattern: known },
    readEnvironment(settings(branch, shards)).gitops,
    'edge',
  )

describe('the setting that says where clusters live', () => {
  it.each([
    { what: 'before the first save', known: null, branch: 'fleet/{region}', shards: '10' },
    { what: 'as it was', known: 'fleet/{region}', branch: 'fleet/{region}', shards: '10' },
    {
      what: 'with another number of shards that nothing names',
      known: 'main',
      branch: 'main',
      shards: '10',
    },
    {
      what: 'with the same shards',
      known: 'fleet/{shard} (of 10)',
      branch: 'fleet/{shard}',
      shards: '10',
    },
  ])('is taken $what', ({ known, branch, shards }) => {
    expect(check(known, branch, shards)).not.toThrow()
  })

  it.each([
    { what: 'another pattern', known: 'main', branch: 'fleet/{region}', shards: '10' },
    {
      what: 'another number of shards',
      known: 'fleet/{shard} (of 10)',
      branch: 'fleet/{shard}',
      shards: '20',
    },
  ])('is refused with $what, and says what to do', ({ known, branch, shards }) => {
    expect(check(known, branch, shards)).toThrow(
      /tenant edge live on the branches of .*Set GITOPS_BRANCH and GITOPS_SHARDS back.*second installation/,
    )
  })
})

describe('a process with another setting than the fleet', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi(settings('main'))
    await api.call('/clusters', { body: { name: 'one' } })
  })

  it('does not start', async () => {
    const environment = readEnvironment({
      ...settings('elsewhere/{name}'),
      DATABASE_URL: inject('databaseUrl'),
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
      BERTH_TENANT: api.tenant.name,
    })
    await expect(boot(environment)).rejects.toThrow(/not elsewhere\/\{name\}/)
  })

  it('saves nothing, even if it started before the first save', async () => {
    const token = await api.token('admin')
    const before = await countRows(api)
    const { database, services } = api
    const environment = readEnvironment(settings('elsewhere/{name}'))
    installServices(createServices(environment, database, services))
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
