import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseBytes } from '#lib/http/bodies/parse-bytes.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { installServices } from '#lib/usecases/services.ts'
import { Uploads } from '#lib/usecases/uploads.ts'
import { answer } from './answer.ts'

const MIB = 1024 * 1024

let api: TestApi
let other: TestApi
let readers: readonly string[]
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/clusters', { body: { name: 'one' } })).status).toBe(201)
  readers = [await api.token('reader'), await api.token('reader', { cluster: 'one' })]
  other = await createTestApi()
})
afterEach(() => installServices(api.services))

/** An endless body of blanks, and how much of it was read. */
function blanks(begin = '') {
  const read = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (stream) => {
        const chunk = new TextEncoder().encode(
          read.bytes === 0 ? begin + ' '.repeat(1024) : ' '.repeat(1024),
        )
        read.bytes += chunk.length
        stream.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { read, body }
}

type Sending = {
  readonly token: string
  readonly type: string
  readonly body: BodyInit
  readonly length?: number
}

async function send(id: string, { token, type, body, length }: Sending): Promise<Response> {
  const operation = operations.find((row) => row.id === id)!
  const init: RequestInit & { duplex: 'half' } = {
    method: operation.method,
    body,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'if-match': '*',
      ...(length !== undefined && { 'content-length': String(length) }),
    },
  }
  const request = new Request(`https://berth.example.com/api/v1${operation.path}`, init)
  return answer(operation, request, { name: 'x', namespace: 'x', id: 'x' })
}

/** Everybody may make tokens and views of their own. */
const OWN = ['createToken', 'createSavedView', 'patchSavedView']
/** Whoever may read a rollout may be in a group that one of its gates names. */
const NAMED = ['approveRollout', 'overrideRollout']
const open = new Set([...OWN, ...NAMED])
// A hook is asked for by its address, whoever asks.
const writing = operations.filter(
  ({ body, id, opens }) => body !== null && !open.has(id) && opens === undefined,
)

describe('somebody who may write nothing of the kind', () => {
  const rows = writing.flatMap(({ id, body }) =>
    body!.types.map((type) => [id, type, body!.writes] as const),
  )

  it.each(rows)('is refused by %s before a large body of %s is read', async (id, type, writes) => {
    const answers = await Promise.all(
      readers.map(async (token) => {
        const { read, body } = blanks()
        const { status } = await send(id, { token, type, body, length: MIB })
        return [status, read.bytes]
      }),
    )
    expect(answers[0]).toEqual([403, 0])
    // A cluster's token writes reports, of its own cluster, which notifications and metrics are about.
    if (['notifyOfApplication', 'writeMetrics'].includes(id)) return
    expect(answers[1]).toEqual([writes.includes('report') ? 403 : 404, 0])
  })

  it('is refused once a body that doesn’t say its length has become large', async () => {
    const { read, body } = blanks()
    const token = await api.token('reader')
    expect((await send('createTeam', { token, type: 'application/json', body })).status).toBe(403)
    expect(read.bytes).toBeLessThan(MIB / 8)
  })
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, labels: { a: [1, null] } }))

/** In pieces, as bodies arrive. */
function chunksOf(text: string) {
  const bytes = new TextEncoder().encode(text)
  const middle = Math.floor(bytes.length / 2)
  return [bytes.slice(0, middle), bytes.slice(middle)]
}

describe('a large body', () => {
  it.each([
    // case | format | text
    ['JSON', 'json', JSON.stringify(many(1_234))],
    ['JSON of one value', 'json', '{"a":{"b":[{}]}}'],
    ['JSON of nothing', 'json', '[]'],
    ['JSON that is refused', 'json', '{"a":1,"a":2}'],
    [
      'YAML',
      'yaml',
      many(321)
        .map((one) => `---\n${JSON.stringify(one)}\n`)
        .join(''),
    ],
    ['YAML that repeats itself', 'yaml', 'a: &a {x: .inf}\nb: *a\n'],
    ['YAML of nothing', 'yaml', ''],
    ['YAML that is refused', 'yaml', 'a: [\n'],
  ] as const)('of %s means in a thread what it means in one piece', async (_, format, text) => {
    const inline = parseBytes(format, chunksOf(text))
    expect(await parseInThread(1, format, chunksOf(text))).toEqual(inline)
  })

  it('goes to the thread with its memory: nothing of it is copied, decoded or kept here', async () => {
    const chunks = chunksOf(JSON.stringify(many(10)))
    const parsing = parseInThread(1, 'json', chunks)
    expect(await parsing).toEqual({ ok: true, value: many(10) })
    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0])
  })

  it('comes back in order, also where its values are large', async () => {
    const values = Array.from({ length: 250 }, (_, index) => ({
      name: index,
      text: 'x'.repeat(index % 7 === 0 ? 200_000 : 10),
    }))
    expect(await parseInThread(1, 'json', chunksOf(JSON.stringify(values)))).toEqual({
      ok: true,
      value: values,
    })
  })

  it('is refused when one of its values alone would hold others up', async () => {
    const token = await api.token('admin')
    const deep = Array.from({ length: 1_000_000 }, () => [])
    const body = JSON.stringify([{ kind: 'Team' }, { kind: 'Team', spec: deep }])
    const response = await send('apply', { token, type: 'application/json', body })
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'too_large' }])
  })

  it.each([
    // type | status | code
    ['application/json', 400, 'malformed_utf8'],
    ['application/yaml', 422, 'yaml_encoding'],
  ])('of %s that is not UTF-8 is refused as a small one is', async (type, status, code) => {
    const token = await api.token('admin')
    const body = new Uint8Array(100_000).fill(0xff)
    const response = await send('apply', { token, type, body })
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  it('is parsed while others are answered', async () => {
    const token = await other.token('admin')
    const yaml = new TextEncoder().encode('a: {b: [c, d, e]}\n---\n'.repeat(45_000))
    const ended: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    installServices(other.services)
    const sent = [1, 2, 3].map(() => {
      const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
      let pulls = 0
      const pull = async (stream: ReadableStreamDefaultController) => {
        pulls += 1
        if (pulls === 1) return stream.enqueue(yaml)
        arrive()
        await released
        stream.close()
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      const answered = send('apply', { token, type: 'application/yaml', body })
      return { isThere, answered: answered.then(() => ended.push('apply')) }
    })
    await Promise.all(sent.map(({ isThere }) => isThere))
    release()
    expect((await api.call('/teams')).status).toBe(200)
    expect(ended).toEqual([])
    await Promise.all(sent.map(({ answered }) => answered))
  })
})

describe('the bytes of bodies that are under way', () => {
  it('are bounded for one and for all, and free again when the requests end', async () => {
    const services = {
      ...api.services,
      uploads: new Uploads({ perPayer: 3 * MIB, perTenant: 5 * MIB, all: 5 * MIB }),
    }
    const [first, second] = [await api.token('admin'), await api.token('admin')]
    const large = `[${' '.repeat(2 * MIB)}`
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    /** Sends two mebibytes, and continues when told to. */
    const hold = (token: string) => {
      const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
      let sent = 0
      const body = new ReadableStream<Uint8Array>(
        {
          pull: async (stream) => {
            sent += 1
            if (sent === 1) return stream.enqueue(new TextEncoder().encode(large))
            isHeld()
            await released
            stream.close()
          },
        },
        { highWaterMark: 0 },
      )
      installServices(services)
      return { held, answer: send('apply', { token, type: 'application/json', body }) }
    }
    const whole = async (token: string) => {
      installServices(services)
      const response = await send('apply', { token, type: 'application/json', body: large })
      const { code }: { code?: unknown } = await response.json()
      return [response.status, code, response.headers.get('retry-after') !== null]
    }
    const holding = [hold(first), hold(second)]
    await Promise.all(holding.map(({ held }) => held))
    expect(await whole(first)).toEqual([429, 'too_many_requests', true])
    expect(await whole(await api.token('admin'))).toEqual([503, 'busy', true])
    release()
    await Promise.all(holding.map(({ answer }) => answer))
    expect(await whole(first)).toEqual([400, 'malformed_json', false])
  })
})
