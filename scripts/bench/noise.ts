// Requests with which a tenant's reader disturbs others, until this process is killed: `noise.ts TARGET NAME...`.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './measure.ts'

const SLOW_UPLOADS = 10

export type NoiseTarget = { readonly url: string; readonly tenant: string; readonly token: string }

const [targetText = '', ...names] = process.argv.slice(2)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what neighbours.ts sends
const target = JSON.parse(targetText) as NoiseTarget

const YAML = Buffer.from(
  Array.from({ length: 55_000 }, (_, index) => `- key${index}: value`).join('\n'),
)
const JSON_BODY = Buffer.from(
  JSON.stringify(
    Array.from({ length: 600_000 }, (_, index) => ({
      kind: 'Cluster',
      metadata: { name: `c-${index}` },
    })),
  ),
)

const noises = {
  'uploads a byte at a time to git': () =>
    uploadSlowly(`/git/${target.tenant}.git/git-upload-pack`),
  'uploads a byte at a time to the API': () => uploadSlowly('/api/v1/apply'),
  'sends YAML that it may not write': () => repeat(3, () => post(YAML, 'application/yaml')),
  'sends 30 MB of JSON that it may not': () => repeat(1, () => post(JSON_BODY, 'application/json')),
  exports: () => repeat(4, () => get('/placements?format=csv')),
  searches: () => repeat(4, () => get('/history?q=zone&limit=1')),
} as const

export type NoiseName = keyof typeof noises

function get(path: string) {
  return ask(`${target.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${target.token}` },
  })
}

function post(body: Uint8Array, type: string) {
  const headers = { Authorization: `Bearer ${target.token}`, 'Content-Type': type }
  return ask(`${target.url}/api/v1/apply`, { method: 'POST', body, headers })
}

/** So many at once, each again and again; refused or broken requests don't matter. */
async function repeat(atOnce: number, once: () => Promise<unknown>) {
  const one = async () => {
    for (;;) {
      await once().catch(() => undefined)
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

async function uploadSlowly(path: string): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const one = async () => {
    for (;;) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      )
      while (!socket.closed) {
        socket.write('[')
        await pause(200)
      }
    }
  }
  await Promise.all(Array.from({ length: SLOW_UPLOADS }, one))
}

for (const [name, begin] of Object.entries(noises)) if (names.includes(name)) void begin()
