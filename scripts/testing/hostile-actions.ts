// What anybody can send to the server actions of a running portal: their real ids, and bodies of kinds that have taken over or
// stopped servers elsewhere.
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { BUILD_FOLDER } from '../build.ts'

type Manifest = {
  readonly node: Readonly<
    Record<
      string,
      { readonly exportedName: string; readonly workers: Readonly<Record<string, unknown>> }
    >
  >
}

export type Action = {
  readonly name: string
  /** Its id in the build, which pages send. */
  readonly id: string
  /** The address of a page that has it. */
  readonly page: string
}

/** The server actions of the build. */
export function builtActions(): Action[] {
  const file = `${BUILD_FOLDER}/server/server-reference-manifest.json`
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return Object.entries(node).map(([id, { exportedName, workers }]) => {
    const [worker = ''] = Object.keys(workers)
    const page = worker.replace(/^app|\/\([^/]*\)|\/page$/g, '').replace(/\[[.\w]+\]/g, 'nothing')
    return { name: exportedName, id, page }
  })
}

export type ActionBody = { readonly type: string; readonly body: string }

const PLAIN = 'text/plain;charset=UTF-8'
const BOUNDARY = 'part'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`

/** As a form of the portal sends it. */
export const call = {
  ref: null,
  body: { name: 'mutant', description: 'Made by nobody' },
  etag: null,
  impact: '',
  confirmRemovals: null,
  confirmChanges: null,
  reason: 'Because',
  freeName: false,
}

/** Would end the process if it were ever run. */
const END = 'process.exit(7)//'
const takeover = (get: string): Readonly<Record<string, string>> => ({
  0: JSON.stringify({
    // oxlint-disable-next-line unicorn/no-thenable -- It is what makes React wait for it.
    then: '$1:__proto__:then',
    status: 'resolved_model',
    reason: -1,
    value: '{"then":"$B0"}',
    _response: { _prefix: END, _formData: { get } },
  }),
  1: '"$@0"',
})

const formBodies: readonly Readonly<Record<string, string>>[] = [
  takeover('$1:constructor:constructor'),
  takeover('$1:then:constructor'),
  { 0: '["$1:constructor:constructor"]', 1: '{}' },
  { 0: '["$F1"]', 1: '{"id":"vm#runInThisContext","bound":["process.exit(7)"]}' },
  { 0: '["$F1"]', 1: '{"id":"child_process#execSync","bound":"$@2"}', 2: '["kill -9 $PPID"]' },
  { 0: '"$@0"' },
  { 0: '["$@1"]', 1: '["$@0"]' },
  { 0: '["$Q1","$W1","$i1"]', 1: '["$Q1"]' },
  { 0: '["$R1","$r2","$X3","$x4"]' },
  { 0: `[${'"$Q1",'.repeat(2000)}null]`, 1: `[${'"$1",'.repeat(2000)}null]` },
  { 0: `["$n${'9'.repeat(100_000)}"]` },
  { 0: '[1]', ['0_'.repeat(50)]: 'x' },
  { $ACTION_ID_: '' },
  { $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"zz","bound":"$@1"}', '$ACTION_1:1': '["$@0"]' },
  { $ACTION_KEY: 'k', $ACTION_REF_0: '', '$ACTION_0:0': '["$K1"]' },
]

const plainBodies: readonly string[] = [
  JSON.stringify([call]),
  '[]',
  '',
  'null',
  '"$@0"',
  '["$T"]',
  '["$K1"]',
  '["$undefined"]',
  '["$-Infinity","$NaN","$D2026","$u","$B1","$o1","$O1","$A1"]',
  '[{"__proto__":{"isAdmin":true}}]',
  '[{"constructor":{"prototype":{"isAdmin":true}}}]',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `[${'1,'.repeat(20_000)}1]`,
]

function multipart(parts: Readonly<Record<string, string>>): ActionBody {
  const texts = Object.entries(parts).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { type: FORM, body: `${texts.join('')}--${BOUNDARY}--\r\n` }
}

const knownBodies: readonly ActionBody[] = [
  ...plainBodies.map((body) => ({ type: PLAIN, body })),
  ...formBodies.map(multipart),
]

/** Texts that mean something to parsers of bodies, inserted anywhere. */
const WORDS = [
  '$',
  '$@0',
  '$1:a:b',
  '"$Q1"',
  '{"then":"$B1"}',
  ']',
  '}',
  '\\u0000',
  '"',
  '\r\n',
  '--part',
]

const mutation = fc.record({ at: fc.nat(), cut: fc.nat(20), put: fc.constantFrom('', ...WORDS) })

function mutate(text: string, { at, cut, put }: { at: number; cut: number; put: string }): string {
  const place = at % (text.length + 1)
  return `${text.slice(0, place)}${put}${text.slice(place + cut)}`
}

/** So many bodies, the same for the same seed. */
export function mutatedBodies(count: number, seed: number): ActionBody[] {
  const mutated = fc
    .tuple(fc.constantFrom(...knownBodies), fc.array(mutation, { maxLength: 4 }))
    .map(([{ type, body }, mutations]) => ({ type, body: mutations.reduce(mutate, body) }))
  return fc.sample(mutated, { numRuns: count, seed })
}
