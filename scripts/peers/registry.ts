// A real OCI registry that forgets everything, and how an artifact gets there.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#db/testing/free-port.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { type Files, writeFiles } from './files.ts'
import { REGISTRY_HOST } from './internet.ts'
import { REGISTRY } from './programs.ts'

const PATIENCE_MS = 60_000
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip'
/** https://github.com/opencontainers/image-spec/blob/v1.1.1/manifest.md#guidance-for-an-empty-descriptor */
const EMPTY = { type: 'application/vnd.oci.empty.v1+json', content: Buffer.from('{}') }

type Ask = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly type?: string
  readonly body?: Buffer
}

export async function startRegistry(folder: string) {
  const port = await freePort()
  const certificate = path.join(folder, 'registry.crt')
  const key = path.join(folder, 'registry.key')
  writeFileSync(certificate, CERTIFICATE)
  writeFileSync(key, CERTIFICATE_KEY)
  const config = path.join(folder, 'registry.yml')
  const settings = {
    version: 0.1,
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { inmemory: {} },
    http: { addr: `127.0.0.1:${port}`, tls: { certificate, key } },
  }
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(settings))
  const child = spawn(REGISTRY, ['serve', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  const written: string[] = []
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const ask = askAt(port)
  const until = Date.now() + PATIENCE_MS
  while (
    !(await ask({ method: 'GET', path: '/v2/' }).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error(`The registry did not start:\n${written.join('')}`)
    }
    await pause(50)
  }
  return {
    port,
    stop,
    push: (name: string, tag: string, files: Files) => push(ask, folder, name, tag, files),
  }
}

/** Puts the files there as one layer, which is what Argo CD and Flux read. Answers with the digest. */
async function push(
  ask: ReturnType<typeof askAt>,
  scratch: string,
  name: string,
  tag: string,
  files: Files,
): Promise<string> {
  const folder = mkdtempSync(path.join(scratch, 'artifact-'))
  writeFiles(folder, files)
  const layer = execFileSync('tar', ['-czf', '-', '-C', folder, '.'])
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST,
      artifactType: 'application/vnd.example.manifests',
      config: await upload(ask, name, EMPTY.type, EMPTY.content),
      layers: [await upload(ask, name, LAYER, layer)],
    }),
  )
  const place = `/v2/${name}/manifests/${tag}`
  await ask({ method: 'PUT', path: place, type: MANIFEST, body: manifest })
  return digestOf(manifest)
}

/** https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md#post-then-put */
async function upload(
  ask: ReturnType<typeof askAt>,
  name: string,
  mediaType: string,
  content: Buffer,
) {
  const digest = digestOf(content)
  const { headers } = await ask({ method: 'POST', path: `/v2/${name}/blobs/uploads/` })
  const place = new URL(headers.location ?? '', `https://${REGISTRY_HOST}`)
  place.searchParams.set('digest', digest)
  const type = 'application/octet-stream'
  await ask({ method: 'PUT', path: `${place.pathname}${place.search}`, type, body: content })
  return { mediaType, digest, size: content.length }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

/** Throws unless the answer is one of success. */
function askAt(port: number) {
  return async ({ method, path, type, body = Buffer.alloc(0) }: Ask) => {
    const request = https.request({
      host: '127.0.0.1',
      port,
      method,
      path,
      ca: CERTIFICATE,
      servername: REGISTRY_HOST,
      headers: {
        host: REGISTRY_HOST,
        'content-length': body.length,
        ...(type && { 'content-type': type }),
      },
    })
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    request.end(body)
    const [response] = await answered
    const { statusCode = 0, headers } = response
    const text = await buffer(response)
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text.toString()}`)
    return { headers }
  }
}
