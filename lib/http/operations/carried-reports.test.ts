// Reports that are carried from sites without a network, by the commands that are documented and a real OpenSSL.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAKE_KEY, writeReport } from '#lib/domain/reconcilers/argocd/carry-steps.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { carriedFile, siteKey } from '#lib/http/testing/carried-file.ts'
import { argoApplication, listOf, reportedItem, reportOf } from '#lib/http/testing/reports.ts'

const NAMES = ['kit-01', 'kit-02', 'kit-03', 'kit-04']
const [OWN = '', OTHER = '', KEYLESS = '', SITE = ''] = NAMES
const ANY = { 'if-match': '*' }
const OCTETS = { 'content-type': 'application/octet-stream' }

const own = siteKey()
const newer = siteKey()
const other = siteKey()

let api: TestApi
let token: string
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  token = await api.token('reader', { cluster: OWN })
  await register(OWN, [own.pem])
  await register(OTHER, [other.pem])
})

async function register(name: string, keys: readonly string[], fields: object = {}) {
  const body = { keys: keys.map((public_key) => ({ public_key })), ...fields }
  const call = { method: 'PUT', body, headers: ANY }
  const answer = await api.call(`/clusters/${name}/report-key`, call)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

const upload = (name: string, file: Uint8Array<ArrayBuffer>, as?: string) =>
  api.call(`/clusters/${name}/reports/file`, {
    text: file,
    headers: OCTETS,
    ...(as !== undefined && { token: as }),
  })

const countAudited = async () => (await api.call('/audit?limit=1')).json.total

const put = (body: object) =>
  api.call(`/clusters/${OWN}/report-key`, { method: 'PUT', body, headers: ANY })

const known = async (name: string) => (await api.call(`/clusters/${name}/report`)).json

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const degraded = listOf(argoApplication({ health: 'Degraded' }))

describe('a carried report', () => {
  it('is taken from an admin and from the cluster’s own token, once and again', async () => {
    const file = carriedFile({ cluster: OWN, key: own.privateKey, at: minutesAgo(20) })
    const first = await upload(OWN, file)
    expect(first).toMatchObject({ status: 200, json: { received: 1, changed: 1 } })
    expect((await upload(OWN, file, token)).json).toMatchObject({ changed: 0, filled: 0 })
    expect(await known(OWN)).toMatchObject({
      freshness: 'stale',
      observed_at: expect.stringMatching(/Z$/),
    })
  })

  it('fills the history in where something newer is known, and hides nothing of that', async () => {
    const at = minutesAgo(5)
    const key = own.privateKey
    await upload(OWN, carriedFile({ cluster: OWN, key, at, list: degraded }))
    const before = await known(OWN)
    const synced = { revision: 'a'.repeat(40) }
    const older = carriedFile({
      cluster: OWN,
      key,
      at: minutesAgo(30),
      list: listOf(argoApplication(synced)),
    })
    expect((await upload(OWN, older)).json).toMatchObject({ filled: 1, changed: 0, ignored: 1 })
    expect(await known(OWN)).toEqual(before)
  })

  it('is as fresh as its site says how often it comes', async () => {
    const at = minutesAgo(60)
    const fresh = async () => {
      await upload(OTHER, carriedFile({ cluster: OTHER, key: other.privateKey, at }))
      return (await known(OTHER)).freshness
    }
    expect(await fresh()).toBe('stale')
    await register(OTHER, [other.pem], { interval_s: 24 * 3600 })
    expect(await fresh()).toBe('fresh')
  })

  it('may come as the file of a form', async () => {
    const file = carriedFile({ cluster: OWN, key: own.privateKey, at: minutesAgo(4) })
    const form = new FormData()
    form.set('file', new File([file], 'report.berth'))
    const sent = new Response(form)
    const answer = await api.call(`/clusters/${OWN}/reports/file`, {
      text: new Uint8Array(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type')! },
    })
    expect(answer).toMatchObject({ status: 200, json: { received: 1 } })
  })

  it('may say its number, by which it is newer whatever the clock of the site says', async () => {
    const key = other.privateKey
    const said = (sequence: number, at: Date, list: object) =>
      upload(OTHER, carriedFile({ cluster: OTHER, key, at, sequence, list }))
    await said(7, minutesAgo(2), degraded)
    expect((await said(8, minutesAgo(3), listOf(argoApplication()))).json).toMatchObject({
      changed: 1,
    })
    expect((await said(6, minutesAgo(1), degraded)).json).toMatchObject({ changed: 0, ignored: 1 })
  })

  it('leaves no trace in the audit, as others don’t', async () => {
    const before = await countAudited()
    await upload(OWN, carriedFile({ cluster: OWN, key: own.privateKey }))
    await upload(OWN, carriedFile({ cluster: OWN }))
    expect(await countAudited()).toBe(before)
  })
})

describe('a file that isn’t the cluster’s word', () => {
  const genuine = carriedFile({ cluster: OWN, key: own.privateKey, at: minutesAgo(1) })
  const text = Buffer.from(genuine).toString('latin1')
  const changed = (from: string, to: string) =>
    new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'))
  const table: readonly [string, Uint8Array<ArrayBuffer>, number, string][] = [
    ['forged: signed by nobody’s key', carriedFile({ cluster: OWN }), 422, 'report_signature'],
    [
      'signed by the key of another cluster',
      carriedFile({ cluster: OWN, key: other.privateKey }),
      422,
      'report_signature',
    ],
    [
      'swapped: that of another cluster',
      carriedFile({ cluster: OTHER, key: other.privateKey }),
      403,
      'not_this_cluster',
    ],
    [
      'of another cluster with the same key',
      carriedFile({ cluster: OTHER, key: own.privateKey }),
      403,
      'not_this_cluster',
    ],
    ['given another instant', changed('"at":"20', '"at":"19'), 422, 'report_signature'],
    [
      'given other bytes',
      Uint8Array.from(genuine, (byte, index) => (index === genuine.length - 1 ? byte ^ 1 : byte)),
      422,
      'report_signature',
    ],
    ['cut off', genuine.slice(0, -10), 422, 'report_signature'],
    [
      'unsigned: a list alone',
      new Uint8Array(gzipSync(JSON.stringify(degraded))),
      400,
      'report_unsigned',
    ],
    [
      'unsigned: without its first line',
      genuine.slice(text.indexOf('\n') + 1),
      400,
      'report_unsigned',
    ],
    ['without a head', changed('CarriedReport', 'Report'), 400, 'report_invalid'],
    [
      'signed, but holds no report',
      carriedFile({ cluster: OWN, key: own.privateKey, zipped: Buffer.from('no gzip') }),
      400,
      'report_invalid',
    ],
    [
      'signed, but holds what unpacks to too much',
      carriedFile({ cluster: OWN, key: own.privateKey, zipped: gzipSync('x'.repeat(9_000_000)) }),
      413,
      'report_too_large',
    ],
    ['longer than a report may be', new Uint8Array(9 * 1024 * 1024), 413, 'report_too_large'],
  ]
  it.each(table)('is refused: %s', async (_, file, status, code) => {
    const before = await known(OWN)
    expect(await upload(OWN, file)).toMatchObject({ status, json: { code } })
    expect(await known(OWN)).toEqual(before)
  })

  it('is refused from the token of another cluster, whoever signed it', async () => {
    const stranger = await api.token('admin', { cluster: OTHER })
    expect(await upload(OWN, genuine, stranger)).toMatchObject({
      status: 403,
      json: { code: 'not_this_cluster' },
    })
  })

  it('is refused where no key is registered', async () => {
    const file = carriedFile({ cluster: KEYLESS, key: own.privateKey })
    expect(await upload(KEYLESS, file)).toMatchObject({
      status: 409,
      json: { code: 'report_keys_none' },
    })
  })

  it('is refused as a form without a file', async () => {
    const form = new Response(new FormData())
    const answer = await api.call(`/clusters/${OWN}/reports/file`, {
      text: new Uint8Array(await form.arrayBuffer()),
      headers: { 'content-type': form.headers.get('content-type')! },
    })
    expect(answer).toMatchObject({ status: 400, json: { code: 'report_invalid' } })
  })
})

describe('the keys of a cluster', () => {
  it('are several while one follows another, and end when an admin says so', async () => {
    const sent = (key: typeof own) =>
      upload(KEYLESS, carriedFile({ cluster: KEYLESS, key: key.privateKey }))
    await register(KEYLESS, [own.pem, newer.pem])
    expect([(await sent(own)).status, (await sent(newer)).status]).toEqual([200, 200])
    const keys = [{ public_key: own.pem, until: minutesAgo(1) }, { public_key: newer.pem }]
    const { json } = await api.call(`/clusters/${KEYLESS}/report-key`, {
      method: 'PUT',
      body: { keys },
      headers: ANY,
    })
    expect(json.keys).toMatchObject([{ public_key: own.pem }, { until: null }])
    expect([(await sent(own)).status, (await sent(newer)).status]).toEqual([422, 200])
  })

  it('are replaced only by who read them, and are in the audit', async () => {
    const address = `/clusters/${KEYLESS}/report-key`
    const { headers } = await api.call(address)
    const putOver = (etag: string | null) =>
      api.call(address, {
        method: 'PUT',
        body: { keys: [{ public_key: newer.pem }] },
        headers: etag === null ? {} : { 'if-match': etag },
      })
    expect((await putOver(null)).status).toBe(428)
    expect((await putOver(headers.get('etag'))).status).toBe(200)
    expect((await putOver(headers.get('etag'))).status).toBe(412)
    const { json } = await api.call('/audit?limit=3')
    expect(json.items).toContainEqual(
      expect.objectContaining({
        action: 'report-keys.replace',
        object: `report-key/${KEYLESS}`,
        result: 'accepted',
      }),
    )
  })

  it.each([
    ['a private key', own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['anything else', 'MCowBQYDK2VwAyEA'],
  ])('are no %s, which is not repeated', async (_, public_key) => {
    const body = { keys: [{ public_key }] }
    const { status, json, text } = await put(body)
    expect({ status, code: json.code }).toEqual({ status: 422, code: 'report_key_format' })
    expect(text).not.toContain(public_key.split('\n')[1] ?? public_key)
    const audit = await api.call('/audit?limit=1')
    expect(audit.text).not.toContain(public_key.split('\n')[1] ?? public_key)
  })

  it('are no more than five, and come between half a minute and a month', async () => {
    const many = Array.from({ length: 6 }, () => ({ public_key: own.pem }))
    expect((await put({ keys: many })).json.code).toBe('too_many')
    expect((await put({ keys: [], interval_s: 29 })).json.code).toBe('interval_range')
    expect((await put({ keys: [], interval_s: 32 * 86_400 })).json.code).toBe('interval_range')
  })

  it('don’t go over to another cluster of the same name', async () => {
    await api.call('/clusters', { body: { name: 'again' } })
    await register('again', [own.pem])
    await api.call('/clusters/again', { method: 'DELETE', headers: ANY })
    await api.call('/clusters', { body: { name: 'again' } })
    expect((await api.call('/clusters/again/report-key')).json).toEqual({
      keys: [],
      interval_s: null,
    })
  })
})

const run = promisify(execFile)
const HAS_OPENSSL = await run('openssl', ['pkeyutl', '-help']).then(
  ({ stdout, stderr }) => /rawin/.test(stdout + stderr),
  () => false,
)
const DOCS = 'docs/observability.md'

describe.skipIf(!HAS_OPENSSL)(
  `the commands of the documents${HAS_OPENSSL ? '' : ' (need OpenSSL 3)'}`,
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'berth-site-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const kubectl = '#!/bin/sh\ncat "$SITE/list.json"\n'
    const shell = (command: string, env: Record<string, string> = {}) =>
      run('sh', ['-e', '-c', command], {
        cwd: folder,
        env: {
          NODE_ENV: 'test',
          SITE: folder,
          PATH: `${folder}:${process.env['PATH']}`,
          ...env,
        },
      })

    it('make a key and a file that is taken', async () => {
      const docs = readFileSync(DOCS, 'utf8')
      const write = writeReport('"$CLUSTER"')
      for (const command of [MAKE_KEY, write]) expect(docs).toContain(command)
      writeFileSync(path.join(folder, 'kubectl'), kubectl, { mode: 0o755 })
      writeFileSync(path.join(folder, 'list.json'), JSON.stringify(degraded, null, 4))
      const { stdout: pem } = await shell(MAKE_KEY)
      await register(SITE, [pem])
      const { stdout } = await shell(`${write}\necho "$file"`, { CLUSTER: SITE })
      const file = new Uint8Array(readFileSync(path.join(folder, stdout.trim())))
      expect(await upload(SITE, file)).toMatchObject({ status: 200, json: { changed: 1 } })
      expect(await known(SITE)).toMatchObject({ freshness: 'fresh', counts: { degraded: 1 } })
    })

    it('sign nothing where the list can’t be read', async () => {
      writeFileSync(path.join(folder, 'kubectl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      await expect(shell(writeReport("'x'"))).rejects.toMatchObject({ code: 1 })
    })
  },
)

describe('the short form', () => {
  it('can be carried, too', async () => {
    const list = reportOf([reportedItem()])
    await register(OWN, [own.pem])
    const answer = await upload(OWN, carriedFile({ cluster: OWN, key: own.privateKey, list }))
    expect(answer).toMatchObject({ status: 200, json: { received: 1 } })
  })
})
