// A disk that is really full: a small one in memory, which only root can make.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createTenant } from '#db/queries/tenants.ts'
import { TEST_SECRETS } from '#db/testing/server-files.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices } from '#lib/usecases/services.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { answer } from './answer.ts'
import { answerReadiness } from './health.ts'

const run = promisify(execFile)

const disk = await mkdtemp(path.join(tmpdir(), 'berth-disk-'))
const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).then(
  () => true,
  () => false,
)
afterAll(async () => {
  if (isMounted) await run('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

const large = (at: number) => ({ name: `team-${at}`, description: randomText() })
const readiness = async () => {
  const response = await answerReadiness()
  const { database }: { database?: unknown } = await response.json()
  return [response.status, database]
}

describe.skipIf(!isMounted)('a database whose disk is full', () => {
  let stop: () => Promise<void>
  let token: string
  beforeAll(async () => {
    await chmod(disk, 0o755)
    const server = await startEmbedded({ dataDir: disk, secrets: TEST_SECRETS })
    await migrate(server.ownerUrl)
    const database = openDatabase(server.databaseUrl, { max: 4 })
    const tenant = await createTenant(database, 'default')
    token = await inTenant(database, tenant.id, async (tx) => {
      const limits = { team: null, cluster: null, scheduler: null, days: 1, createdBy: 'test' }
      const request = { name: 'test', role: 'admin', ...limits } as const
      return (await keepOwnToken({ tx, tenant: tenant.id }, request)).token
    })
    const environment = readEnvironment({ LOG_LEVEL: 'silent', BERTH_RATE_BURST: '1000000' })
    installServices(createServices(environment, database, testSecrets))
    stop = async () => {
      await closeDatabase(database)
      await server.stop()
    }
  })
  afterAll(() => stop())

  async function ask(id: string, body?: unknown): Promise<[number, unknown]> {
    const operation = operations.find((row) => row.id === id)!
    const request = new Request(`https://berth.example.com/api/v1${operation.path}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await answer(operation, request, {})
    const { code }: { code?: unknown } = await response.json()
    return [response.status, code]
  }

  it('is reported to writers and to readiness checks, and works again once there is room', async () => {
    expect(await readiness()).toEqual([200, 'ok'])
    const { bavail, bsize } = await statfs(disk)
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc(bavail * bsize))
    let written: [number, unknown] = [201, undefined]
    for (let at = 0; written[0] === 201; at++) written = await ask('createTeam', large(at))
    expect(written).toEqual([503, 'storage_full'])
    expect(await readiness()).toEqual([503, 'storage full'])
    expect((await ask('listTeams'))[0]).toBe(200)
    await rm(path.join(disk, 'ballast'))
    expect(await readiness()).toEqual([200, 'ok'])
    expect((await ask('createTeam', large(1_000)))[0]).toBe(201)
  })
})

/** Random, so that compression doesn't shrink it. */
function randomText(): string {
  return Array.from({ length: 40 }, () => Math.random().toString(36))
    .join('')
    .slice(0, 400)
}
