// What it costs to say which rollouts begin once an environment takes the newest version, where thousands may.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'
import { createFleetStore } from '../fleet-store.ts'
import { startsAfterEdit } from './starts-after-edit.ts'

const APPLICATIONS = 1_100
const VERSIONS = 30

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await save(api, 'POST', '/teams', team('ieb'))
  await save(api, 'POST', '/clusters', cluster('q1', 'east', 'qa'))
  await save(api, 'POST', '/environments', { name: 'qa' })
  await save(api, 'POST', '/target-policies', policy())
  const documents = Array.from({ length: APPLICATIONS }, (_, index) =>
    documentOf('application', {
      name: `app-${index}`,
      namespace: 'ieb',
      repo_url: 'https://git.example.com/ieb/apps.git',
      repo_branch: 'main',
      repo_path: '.',
      follow: 'versions',
      metadata: { common: 'true' },
    }),
  )
  await save(api, 'POST', '/apply', documents)
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into announced_versions (tenant, application_id, number, commit, repo_url, repo_path,
        targets, announced_at, actor_kind, actor_id, actor_name)
      select ${api.tenant.id}, id, n, repeat('a', 40), 'https://git.example.com/ieb/apps.git', '.',
        '{}', now(), 'token', 't', 'T'
      from generate_series(1, ${APPLICATIONS}::int) id, generate_series(1, ${VERSIONS}::int) n`),
  )
  await vacuumFully()
})

it('reads of each of the first 1,000 what is newer there, of the others the newest, and lists 20', async () => {
  const change = await save(api, 'PATCH', '/environments/qa', { auto: 'newest' })
  const [starts, read] = await inTenant(api.database, api.tenant.id, async (tx) => {
    const scope = { tx, tenant: api.tenant.id }
    const store = createFleetStore()
    const before = await store.past(scope, change! - 1)
    const after = await store.past(scope, change!)
    const { id, object } = findByName(after.environments, 'qa')!
    const draft = {
      kind: object.kind,
      id,
      ref: { kind: object.kind, team: null, name: object.name },
      before: before.environments.slots[id]!,
      after: object,
      isEdit: true,
      secrets: new Map(),
      locate: (path: readonly (string | number)[]) => [...path],
    }
    let said = null as Awaited<ReturnType<typeof startsAfterEdit>>
    const rows = await rowsReadBy(tx, async () => {
      said = await startsAfterEdit({ scope }, { before, after }, [draft])
    }, ['announced_versions', 'rollouts', 'version_successes'])
    return [said, rows] as const
  })
  expect(starts).toMatchObject({ now: 1_000, later: 0, unknown: APPLICATIONS - 1_000 })
  expect(starts!.items).toHaveLength(20)
  expect(starts!.items[0]).toMatchObject({ application: 'app-0', version: { number: VERSIONS } })
  expect(read).toBeLessThan(APPLICATIONS + 1_000 * (VERSIONS + 2))
})
