// A kind with a secret, made only for tests: whatever is done with its objects, the secret is nowhere but sealed.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readLastIds } from '#db/queries/revisions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type * as CodecList from '#lib/domain/objects/codec-list.ts'
import type * as KindList from '#lib/domain/objects/kind-list.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { PERMISSIONS } from '#lib/domain/access/permissions.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { SealedUnreadable } from '#lib/secrets/sealed.ts'
import { openSecret } from '#lib/usecases/objects/kept-secrets.ts'
import { openApiDocument } from './openapi.ts'

vi.mock('#lib/domain/objects/kind-list.ts', async (original) => {
  const { kindList } = await original<typeof KindList>()
  const { berthKind } = await import('#lib/domain/objects/testing/berth/berth-kind.ts')
  return { kindList: { ...kindList, berth: berthKind } }
})
vi.mock('#lib/domain/objects/codec-list.ts', async (original) => {
  const { codecList } = await original<typeof CodecList>()
  const { berthCodec } = await import('#lib/domain/objects/testing/berth/berth.ts')
  return { codecList: { ...codecList, berth: berthCodec } }
})

const KEY = 'lighthouse-3141'
const NEXT = 'foghorn-2718'
const SHORT = 'lamp-16'
const SECRETS = [KEY, NEXT, SHORT]
const ANY = { 'if-match': '*' }
const BEACON = 'https://one.example.com'
const berth = { name: 'quay', namespace: 'ieb', cluster_selector: '*', beacon: BEACON }
const kind = 'berth' as Kind

let api: TestApi
/** All that was answered and logged. */
const told: string[] = []

beforeAll(async () => {
  Object.assign(PERMISSIONS, { berth: PERMISSIONS.application })
  api = await createTestApi()
  const log = pino({ level: 'trace' }, { write: (line) => void told.push(line) })
  Object.assign(api.services, { log })
  await api.call('/teams', { body: { name: 'ieb' } })
})

async function call(path: string, options: Parameters<TestApi['call']>[1] = {}) {
  const answer = await api.call(path, { headers: ANY, ...options })
  told.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}

const edit = (method: 'PUT' | 'PATCH', body: object) => call('/berths/ieb/quay', { method, body })
const codesOf = ({ json }: { json: { errors?: { pointer: string; code: string }[] } }) =>
  json.errors?.map(({ pointer, code }) => `${pointer} ${code}`)

const document = (spec: object) => [
  {
    apiVersion: 'berth.dev/v1',
    kind: 'Berth',
    metadata: { name: 'quay', namespace: 'ieb' },
    spec: { cluster_selector: '*', beacon: BEACON, ...spec },
  },
]

/** The secret as a call to the beacon would get it. */
async function opened(beacon?: string): Promise<string | null> {
  const { database, tenant, services } = api
  return inTenant(database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const [row] = await tx.execute<{ change: number }>(
      sql`select last_change::int as change from tenants where tenant = ${tenant.id}`,
    )
    const fleet = await services.fleets.at(scope, row!.change)
    const found = findObject(fleet, { kind, team: 'ieb', name: 'quay' })!
    const object: ModelObject = { ...found.object, ...(beacon && { beacon }) }
    return openSecret(scope, services.sealing, { id: found.id, object, field: 'beacon_key' })
  })
}

/** Every row of every table, as the tenant sees them. */
async function rows(): Promise<string> {
  return inTenant(api.database, api.tenant.id, async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition`)
    const texts: string[] = []
    for (const { name } of tables) {
      const found = await tx.execute(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      )
      texts.push(JSON.stringify(found))
    }
    return texts.join('\n')
  })
}

describe('a secret of an object', () => {
  it('lacks where it is needed, and is held to its rule, without being repeated', async () => {
    expect(codesOf(await call('/berths', { body: berth }))).toEqual(['/beacon_key required'])
    const short = await call('/berths', { body: { ...berth, beacon_key: SHORT } })
    expect(codesOf(short)).toEqual(['/beacon_key token_format'])
    const typed = await call('/berths', { body: { ...berth, beacon_key: [KEY] } })
    expect(codesOf(typed)).toEqual(['/beacon_key type'])
    const applied = await call('/apply', { body: document({ beacon_key: SHORT }) })
    expect(codesOf(applied)).toEqual(['/0/spec/beacon_key token_format'])
    const unknown = await call('/berths', { body: { ...berth, beacon_kez: 1, beacon_key: KEY } })
    expect(unknown.status).toBe(422)
  })

  it('is answered as set, which leaves it as it is when it is sent back', async () => {
    const dry = await call('/berths?dryRun=true&include=diff', {
      body: { ...berth, beacon_key: KEY },
    })
    expect(dry.json).toMatchObject({ files: expect.anything() })
    const keyed = { 'idempotency-key': 'once' }
    const made = await call('/berths', { body: { ...berth, beacon_key: KEY }, headers: keyed })
    expect(made).toMatchObject({ status: 201, json: { beacon_key: 'set' } })
    await call('/berths', { body: { ...berth, beacon_key: KEY }, headers: keyed })
    const read = await call('/berths/ieb/quay')
    const tag = { 'if-match': read.headers.get('etag')! }
    const same = await call('/berths/ieb/quay', { method: 'PUT', body: read.json, headers: tag })
    expect(same.headers.get('etag')).toBe(read.headers.get('etag'))
    expect(await opened()).toBe(KEY)
  })

  it('stays when an edit leaves it out', async () => {
    expect((await edit('PUT', { ...berth, description: 'Lit' })).json).toMatchObject({
      description: 'Lit',
      beacon_key: 'set',
    })
    expect((await edit('PATCH', { description: 'Bright' })).json.beacon_key).toBe('set')
    expect((await call('/apply', { body: document({}) })).status).toBe(200)
    expect(await opened()).toBe(KEY)
  })

  it('is replaced by another, which is a change of its own, and the audit says so', async () => {
    const before = await call('/berths/ieb/quay')
    const dry = await call('/apply?dryRun=true', { body: document({ beacon_key: NEXT }) })
    expect(dry.status).toBe(200)
    const after = await edit('PATCH', { beacon_key: NEXT })
    expect(after.json.status.change).toBeGreaterThan(before.json.status.change)
    expect(await opened()).toBe(NEXT)
    const audit = await call('/audit?limit=1')
    const [event] = audit.json.items
    expect(event.details.edits).toEqual([
      {
        object: 'berth/ieb/quay',
        before: expect.objectContaining({ beacon_key: 'set' }),
        after: expect.objectContaining({ beacon_key: 'replaced' }),
      },
    ])
  })

  it('that is kept already changes nothing, but only a save says so, so that nobody can guess', async () => {
    const before = await call('/berths/ieb/quay')
    const same = await edit('PATCH', { beacon_key: NEXT })
    expect(same.json).toEqual(before.json)
    const impactOf = async (beacon_key: string) => {
      const options = { method: 'PATCH', body: { beacon_key } }
      return (await call('/berths/ieb/quay?dryRun=true', options)).json
    }
    expect(await impactOf(NEXT)).toEqual(await impactOf(KEY))
  })

  it('is not carried to another server by who can’t read it', async () => {
    const beacon = 'https://two.example.com'
    const moves = [
      await edit('PATCH', { beacon }),
      await edit('PUT', { ...berth, beacon, beacon_key: 'set' }),
    ]
    for (const moved of moves) {
      expect(codesOf(moved)).toEqual(['/beacon_key credential_of_another_server'])
    }
    const applied = await call('/apply', { body: document({ beacon }) })
    expect(codesOf(applied)).toEqual(['/0/spec/beacon_key credential_of_another_server'])
    // Not even by an edit of the database.
    await expect(opened(beacon)).rejects.toThrow(SealedUnreadable)
    expect((await edit('PATCH', { beacon, beacon_key: KEY })).status).toBe(200)
    expect(await opened()).toBe(KEY)
  })

  it('is removed by null, and gone with its object', async () => {
    expect(codesOf(await edit('PATCH', { beacon_key: null }))).toEqual(['/beacon_key required'])
    const removed = await edit('PATCH', { beacon: '', beacon_key: null })
    expect(removed.json).toMatchObject({ beacon: '', beacon_key: 'unset' })
    expect(await opened()).toBeNull()
    await edit('PATCH', { beacon: BEACON, beacon_key: NEXT })
    expect(await opened()).toBe(NEXT)
    await call('/berths/ieb/quay', { method: 'DELETE' })
    expect(codesOf(await call('/berths', { body: berth }))).toEqual(['/beacon_key required'])
    await inTenant(api.database, api.tenant.id, async (tx) => {
      expect(await readLastIds({ tx, tenant: api.tenant.id }, [kind])).toEqual(new Map([[kind, 1]]))
      expect(await tx.execute(sql`select from object_secrets`)).toHaveLength(0)
    })
    await call('/berths', { body: { ...berth, beacon_key: KEY } })
  })

  it('is in no answer, no state of before, no row and no line of the log', async () => {
    const first = await call('/changes?limit=50&kind=berth')
    for (const { id, at } of first.json.items) {
      await call(`/changes/${id}`)
      await call(`/berths?at=${encodeURIComponent(at)}`)
    }
    await call('/berths?format=csv')
    await call('/audit?limit=100')
    const found = [...told, await rows()].join('\n')
    const sent = JSON.stringify({ ...berth, beacon_key: KEY })
    expect(found).not.toContain(createHash('sha256').update(`[]\n${sent}`).digest('hex'))
    expect(found).toContain('beacon_key')
    const spelled = SECRETS.flatMap((secret) =>
      (['utf8', 'hex', 'base64'] as const).map((form) => Buffer.from(secret).toString(form)),
    )
    expect(spelled.filter((text) => found.includes(text))).toEqual([])
  })

  it('is documented as what is only sent', () => {
    const schema = openApiDocument().components?.schemas?.['BerthInput']
    expect(schema).toMatchObject({ properties: { beacon_key: { writeOnly: true } } })
  })
})
