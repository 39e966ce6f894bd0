// What becomes of clusters that came to a branch below berth/ before that was reserved.
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { parseBranchPattern } from '#lib/domain/git/branch-pattern.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { NO_SECRETS } from '#lib/domain/objects/secrets.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { requireReferences } from './references.ts'

const pattern = parseBranchPattern('berth/{environment}')
const present = aCluster({ name: 'present', environment: 'prod' })
const before = emptyFleet().with([editTo(0, present)])

describe('a cluster on a branch that is reserved by now', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })

  const save = (was: Cluster | null, after: Cluster) =>
    inTenant(api.database, api.tenant.id, async (tx) => {
      if (!pattern.ok) throw new Error('a pattern that is none')
      const id = was ? 0 : 1
      await requireReferences(
        { scope: { tx, tenant: api.tenant.id }, actor: actorOf({ role: 'admin' }) },
        { branchPattern: pattern.value, shards: 1 },
        { before, after: before.with([editTo(id, after)]) },
        [
          {
            kind: 'cluster',
            id,
            ref: { kind: 'cluster', team: null, name: after.name },
            before: was,
            after,
            isEdit: true,
            secrets: NO_SECRETS,
            locate: (path) => path,
          },
        ],
      )
    })

  it('is edited as any other, and stays there', async () => {
    await expect(save(present, { ...present, description: 'x' })).resolves.toBeUndefined()
  })

  it('is joined by no other, and goes to no other such branch', async () => {
    const reserved = { code: 'branch_reserved' }
    const other = aCluster({ name: 'other', environment: 'prod' })
    await expect(save(null, other)).rejects.toMatchObject(reserved)
    await expect(save(present, { ...present, environment: 'qa' })).rejects.toMatchObject(reserved)
  })
})
