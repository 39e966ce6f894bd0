import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ITEMS_MAX } from '#lib/domain/observed/reported.ts'
import { parseInThread } from './parse-threads.ts'
import { readReport, readShortReport, REPORT_BYTES_MAX } from './report-body.ts'
import { reportText } from './report-text.ts'

const MIB = 1024 * 1024

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const zip = (text: string | Uint8Array) => new Uint8Array(gzipSync(text))
const codeOf = (bytes: Uint8Array<ArrayBuffer>, isZipped = false) => {
  const read = readReport(bytes, { isZipped })
  return read.ok ? null : read.issues[0]?.code
}

const isShort = (bytes: Uint8Array, isZipped = false) =>
  readShortReport([bytes], { isZipped }) !== null

const application = (name: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: { source: { targetRevision: 'main' } },
  status: { sync: { status: 'Synced', revision: 'a'.repeat(40) }, health: { status: 'Healthy' } },
})
const listOf = (count: number) => ({
  apiVersion: 'v1',
  kind: 'List',
  items: Array.from({ length: count }, (_, index) => application(`ieb--app${index}`)),
})
const report = JSON.stringify(listOf(3), null, 4)

describe('the body of a report', () => {
  it('means the same however it is sent, here and in a thread', async () => {
    const read = readReport(bytesOf(report), { isZipped: false })
    expect(read).toMatchObject({
      ok: true,
      value: {
        isComplete: true,
        observedAt: null,
        reconciler: { kind: 'argocd' },
        items: [{ name: 'ieb--app0' }, { name: 'ieb--app1' }, { name: 'ieb--app2' }],
      },
    })
    expect(readReport(zip(report), { isZipped: true })).toEqual(read)
    expect(await parseInThread(1, 'report', [bytesOf(report)])).toEqual(read)
    expect(await parseInThread(1, 'zipped report', [zip(report)])).toEqual(read)
  })

  it('that says what one before said is compared alone, here and in a thread, and can be read then', async () => {
    const read = readReport(bytesOf(report), { isZipped: false })
    const text = read.ok && 'text' in read.value ? read.value.text : null
    expect(text).not.toBeNull()
    const said = { ok: true, value: { digest: text, observedAt: null, sequence: null } }
    expect(readReport(bytesOf(report), { isZipped: false, before: text })).toEqual(said)
    const bytes = zip(report)
    expect(await parseInThread(1, 'zipped report', [bytes], text)).toEqual(said)
    expect(await parseInThread(1, 'zipped report', [bytes], 'another')).toEqual(read)
    expect(await parseInThread(1, 'zipped report', [bytes])).toEqual(read)
  })

  it('comes back from a thread in order, and as the instants that it holds', async () => {
    const many = listOf(2000)
    const at = '2026-11-22T02:04:42Z'
    const items = many.items.map((item) => ({
      ...item,
      status: { ...item.status, reconciledAt: at },
    }))
    const bytes = bytesOf(JSON.stringify({ ...many, items }))
    const inline = readReport(bytes, { isZipped: false })
    expect(inline).toMatchObject({ ok: true, value: { items: { length: 2000 } } })
    expect(await parseInThread(1, 'report', [bytes])).toEqual(inline)
  })

  it.each([
    ['nothing', new Uint8Array(), 'report_invalid'],
    ['no gzip', bytesOf(report), 'report_invalid'],
    ['half of it', zip(report).slice(0, 200), 'report_invalid'],
    ['more than it says', lengthened(zip(report)), 'report_invalid'],
    ['half of its last checksum', zip(report).slice(0, -2), 'report_invalid'],
    ['a report with one wrong byte', wrong(zip(report)), 'report_invalid'],
    ['half a report', zip(report.slice(0, 100)), 'malformed_json'],
    ['what is no UTF-8', zip(Buffer.from([0xff, 0xfe])), 'malformed_utf8'],
    ['a hundred times as much as it looks', zip(' '.repeat(MIB)), 'report_too_large'],
    ['a bomb within a bomb', zip(zip(' '.repeat(64 * MIB))), 'report_too_large'],
    ['more bytes than a report has', zip(noise(REPORT_BYTES_MAX + 1)), 'report_too_large'],
  ])('that is compressed and holds %s is refused', (_, bytes, code) => {
    expect(codeOf(bytes, true)).toBe(code)
  })

  it.each([
    ['nothing', '', 'malformed_json'],
    ['half a report', report.slice(0, 100), 'malformed_json'],
    ['a number', '1', 'report_invalid'],
    ['null', 'null', 'report_invalid'],
    ['no kind', '{"items":[]}', 'report_invalid'],
    ['another kind', '{"apiVersion":"v1","kind":"PodList","items":[]}', 'report_invalid'],
    ['a kind that is no text', '{"kind":["List"],"items":[]}', 'report_invalid'],
    ['a list without items', '{"apiVersion":"v1","kind":"List"}', 'required'],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'report_invalid'],
    ['too many items', itemsOf('List', '{}', ITEMS_MAX + 1), 'report_too_large'],
    ['a million items', itemsOf('List', '{}', 1_000_000), 'report_too_large'],
    ['a million items in the short form', itemsOf('Report', '{}', 1_000_000), 'report_too_large'],
    ['ten million values', `[${'0,'.repeat(10_000_000)}0]`, 'report_too_large'],
    ['ten million objects', `[${'{},'.repeat(8_000_000)}{}]`, 'report_too_large'],
  ])('with %s is refused', (_, text, code) => {
    expect(codeOf(bytesOf(text))).toBe(code)
  })

  it('is taken with as many applications as there may be', () => {
    expect(codeOf(bytesOf(JSON.stringify(listOf(ITEMS_MAX))))).toBeNull()
  })

  it('is read at once where that takes no time, by what it holds and not by what it looks like', () => {
    expect(isShort(bytesOf(report))).toBe(true)
    expect(isShort(zip(report), true)).toBe(true)
    const read = readReport(bytesOf(report), { isZipped: false })
    expect(readShortReport([zip(report)], { isZipped: true })).toEqual(read)
    expect(isShort(bytesOf(itemsOf('List', '{}', 100_000)))).toBe(false)
    expect(isShort(zip(itemsOf('List', '{}', 100_000)), true)).toBe(false)
    expect(isShort(zip(noise(MIB)), true)).toBe(false)
    expect(isShort(bytesOf(report), true)).toBe(false)
  })

  it('is compared at once however much it holds, as that takes as long as any text of its length', () => {
    const bytes = bytesOf(itemsOf('List', '{}', 60_000))
    const before = reportText(bytes).digest
    expect(isShort(bytes)).toBe(false)
    expect(readShortReport([bytes], { isZipped: false, before })).toMatchObject({
      value: { digest: before },
    })
  })

  it('never changes what other objects are', () => {
    const hostile = '{"kind":"List","items":[],"__proto__":{"polluted":true}}'
    expect(codeOf(bytesOf(hostile))).toBeNull()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

function wrong(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.map((byte, index) => (index === Math.floor(bytes.length / 2) ? byte ^ 1 : byte))
}

/** Whose last bytes say another length. */
function lengthened(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.map((byte, index) => (index < bytes.length - 4 ? byte : 0xff))
}

/** What gzip makes little of, but less than a hundredth. */
function noise(bytes: number): Uint8Array {
  const text = Buffer.alloc(bytes, ' ')
  for (let index = 0; index < bytes; index += 64) text[index] = 32 + ((index * 2_654_435_761) % 90)
  return text
}

function itemsOf(kind: string, item: string, count: number): string {
  const items = Array.from({ length: count }, () => item).join(',')
  return `{"apiVersion":"berth.dev/v1","kind":"${kind}","complete":true,"items":[${items}]}`
}
