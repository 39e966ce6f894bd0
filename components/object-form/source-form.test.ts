// The form of an application and what lies at its source: nothing of it is lost on the way through the form and back.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationCodec } from '#lib/domain/objects/application/application.ts'
import { withKeptSource } from '#lib/domain/objects/application/kept-source.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { valuesText } from './typed-values.ts'
import { readValues } from '../values/read-values.ts'
import { newValues, specOf } from './kind-spec.ts'
import type { FieldsJson, FormValues } from './form-spec.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

const owners = { platform: true, teams: [] }
const save = async () => ({ kind: 'saved', change: null }) as const
const making = specOf('application', owners, save)
const editing = specOf('application', owners, save, false)

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const leaf = fc.oneof(
  fc.constantFrom(
    'on',
    'no',
    '1e3',
    '0x10',
    '012',
    '~',
    'null',
    '<<',
    '',
    ' x ',
    'a: b',
    '# c',
    '2026-11-27',
  ),
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(
    fc.oneof(name, fc.constantFrom('<<', 'on', '1', 'a.b', 'é', '- x')),
    fc.oneof({ maxDepth: 3 }, leaf, fc.array(leaf, { maxLength: 3 }), tie('tree')),
    { maxKeys: 4 },
  ),
}))
const helm = {
  release_name: fc.option(name, { nil: undefined }),
  values: fc.option(tree, { nil: undefined }),
  config_under: fc.constantFrom(undefined, '/told', '/a.b/c'),
}
const inGit = {
  repo_url: fc.constant('https://git.example.com/ieb/api.git'),
  repo_branch: name,
  repo_path: name,
}
const registry = fc.constant('oci://registry.example.com/ieb/api')
const revision = fc.oneof(
  fc.record({ version: fc.constantFrom('1.4.0', 'stable') }),
  fc.record({ digest: fc.constant(`sha256:${'0f'.repeat(32)}`) }),
)
const plain = fc.constantFrom('directory' as const, 'kustomize' as const)

/** Applications as people send them, by what lies at their sources. */
const sent = fc
  .oneof(
    fc.record(inGit),
    fc.record({ ...inGit, source: fc.record({ type: fc.constant('git'), render: plain }) }),
    fc.record({
      ...inGit,
      source: fc.record({ type: fc.constant('git'), render: fc.constant('helm'), ...helm }),
    }),
    fc.record({
      repo_url: fc.constant('https://charts.example.com'),
      source: fc.record({
        type: fc.constant('helm'),
        chart: name,
        version: fc.constantFrom('1.4.0', '^1.2'),
        ...helm,
      }),
    }),
    fc.record({
      repo_url: registry,
      repo_path: name,
      source: fc
        .tuple(fc.record({ type: fc.constant('oci'), render: plain }), revision)
        .map(([type, of]) => ({ ...type, ...of })),
    }),
    fc.record({
      repo_url: registry,
      repo_path: name,
      source: fc
        .tuple(
          fc.record({ type: fc.constant('oci'), render: fc.constant('helm'), ...helm }),
          revision,
        )
        .map(([type, of]) => ({ ...type, ...of })),
    }),
  )
  .map((fields) => ({ name: 'api', namespace: 'ieb', ...fields }))

/** As the API answers it; null: it refuses it, as values that look like a secret. */
function answered(json: object): FieldsJson | null {
  const read = readSentObject('application', JSON.parse(JSON.stringify(json)), [])
  return read.ok ? { ...objectJson(read.value) } : null
}

describe('an application of any source', () => {
  it('is the same after the form has read and written it', () => {
    let seen = 0
    fc.assert(
      fc.property(sent, (json) => {
        const application = answered(json)
        if (application === null) return
        seen += 1
        const { status: _, ...body } = making.bodyOf(making.valuesOf(application))
        expect(answered(body)).toEqual(application)
        expect(body['source']).toEqual(application['source'])
        expect(answered(editing.bodyOf(editing.valuesOf(application)))).toEqual(application)
      }),
      { numRuns },
    )
    expect(seen).toBeGreaterThan(numRuns / 3)
  })

  it('has all that was typed when the choice comes back, and nothing of the other choice meanwhile', () => {
    fc.assert(
      fc.property(sent, sent, (one, other) => {
        const [first, second] = [answered(one), answered(other)]
        if (first === null || second === null) return
        const before = editing.valuesOf(first)
        const elsewhere = { ...before, source: editing.valuesOf(second)['source'] } as FormValues
        const { source } = before
        expect(editing.bodyOf({ ...elsewhere, source } as FormValues)).toEqual(
          editing.bodyOf(before),
        )
        const issues = readSentObject('application', editing.bodyOf(elsewhere), [])
        const codes = issues.ok ? [] : issues.issues.map(({ code }) => code)
        expect(codes).not.toContain('source_field_not_allowed')
      }),
      { numRuns },
    )
  })

  it('has the same values when its YAML is read again', () => {
    fc.assert(
      fc.property(tree, (values) => {
        const plainValues: unknown = JSON.parse(JSON.stringify(values))
        const read = readValues(valuesText(plainValues as FieldsJson))
        expect(read.flaws).toEqual([])
        expect(read.values).toEqual(plainValues)
      }),
      { numRuns },
    )
  })
})

describe('the form of an application', () => {
  it('sends no source of a new directory in Git, and says so of one that was something else', () => {
    const blank = newValues('application', owners)
    expect(making.bodyOf(blank)).not.toHaveProperty('source')
    const read = readSentObject(
      'application',
      {
        name: 'api',
        namespace: 'ieb',
        repo_url: 'https://git.example.com/ieb/api.git',
        repo_branch: 'main',
        repo_path: 'deploy',
        source: { type: 'git', render: 'kustomize' },
      },
      [],
    )
    if (!read.ok || read.value.kind !== 'application') throw new Error('an application')
    const values = editing.valuesOf({ ...applicationCodec.encode(read.value) })
    const kept = withKeptSource(editing.bodyOf({ ...values, source: 'git' }), read.value)
    expect(kept).toMatchObject({ ok: true, value: { source: { type: 'git', render: 'auto' } } })
  })

  it.each([
    // choice | fields | what is missing
    ['git', {}, ['repo_url', 'repo_path']],
    ['helm', {}, ['repo_url', 'source.chart', 'source.version']],
    ['helm', { 'source.digest': 'sha256:' }, ['repo_url', 'source.chart', 'source.version']],
    ['oci', {}, ['repo_url', 'source.version']],
    ['oci', { 'source.digest': 'sha256:' }, ['repo_url']],
  ])('of a new %s with %j says what is missing', (source, fields, missing) => {
    const values = { ...newValues('application', owners), name: 'api', namespace: 'ieb', source }
    expect(Object.keys(making.missing({ ...values, ...fields }))).toEqual(missing)
  })

  it.each([
    ['helm', 'Say which version.'],
    ['oci', 'Say which version or digest.'],
  ])('of %s asks for what would do: %s', (source, message) => {
    const values = { ...newValues('application', owners), source }
    expect(making.missing(values)['source.version']).toBe(message)
  })

  it('sends no path of an artifact that has none typed, which means its root', () => {
    const values = { ...newValues('application', owners), name: 'api', namespace: 'ieb' }
    const oci = { source: 'oci', repo_url: 'oci://registry.example.com/ieb/api' }
    const body = making.bodyOf({ ...values, ...oci, 'source.version': '1.4.0' })
    expect(body).not.toHaveProperty('repo_path')
    expect(answered(body)).toMatchObject({ repo_path: '.' })
  })

  it.each([
    // choice | how it is rendered | whether values are asked for
    ['git', 'helm', false],
    ['git/kustomize', 'helm', false],
    ['git/helm', 'directory', true],
    ['helm', 'directory', true],
    ['oci', 'directory', false],
    ['oci', 'helm', true],
  ])('of %s, with %s chosen for artifacts, asks for values: %s', (source, render, isAsked) => {
    const values = { ...newValues('application', owners), source, 'source.render': render }
    const typed = { text: 'a: 1', values: { a: 1 }, unfinished: null }
    const body = making.bodyOf({ ...values, 'source.values': typed })
    expect(JSON.stringify(body).includes('"values"')).toBe(isAsked)
  })
})

describe('values that are typed', () => {
  it.each([
    // text | values | the first flaw
    ['', {}, undefined],
    ['# nothing yet', {}, undefined],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }, undefined],
    ['a: null', { a: null }, undefined],
    ['- 1', undefined, 'Values are keys with values, as in replicas: 2.'],
    ['a: 1\na: 2', undefined, 'Map keys must be unique.'],
    ['a: [1', undefined, expect.stringContaining('Flow')],
    ['a: !!binary aGk=', undefined, expect.any(String)],
    ['a: 1\n---\nb: 2', undefined, expect.any(String)],
  ])('%j are %j', (text, values, flaw) => {
    const read = readValues(text)
    expect(read.values).toEqual(values)
    expect(read.flaws[0]?.reason).toEqual(flaw)
  })

  it('are found where they stand, by the keys that lead there', () => {
    const text = 'ingress:\n  host: null\nlist:\n  - a\n  - null\n'
    const { places } = readValues(text)
    const at = (key: string) => text.slice(places.get(key)?.from, places.get(key)?.to)
    expect([at('ingress.host'), at('list.1'), at('ingress')]).toEqual(['null', 'null', 'ingress'])
  })
})
