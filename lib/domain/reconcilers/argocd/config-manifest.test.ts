// What an application is told, as files: read back by whatever reads YAML, in the team's namespace and nowhere else.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toldOf } from '#lib/domain/values/told.ts'
import { applicationText } from './application-manifest.ts'
import { configText, toldDigest } from './config-manifest.ts'
import { packaging, told } from './testing/arbitrary-told.ts'
import { application, objectsOf, settings, toldApplication } from './testing/sample-fleet.ts'
import { valuesWithTold } from './testing/told-values.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)
const api = application('payments', 'api')

const VERSIONS = ['1.1', '1.2'] as const
const read = (text: string, version: (typeof VERSIONS)[number]): unknown => parse(text, { version })

function valuesOf(given: typeof api, said: Parameters<typeof applicationText>[2]): unknown {
  const [object] = objectsOf(applicationText(given, settings, said))
  const source = Object(object?.spec?.['source'])
  return source.helm?.valuesObject ?? {}
}

describe('the ConfigMap of an application', () => {
  it('holds the whole document, and each scalar at its top as a text, by readers of YAML 1.1 and 1.2', () => {
    fc.assert(
      fc.property(told, (told) => {
        for (const version of VERSIONS) {
          const { data } = Object(read(configText(api, told), version))
          const { 'values.yaml': document, ...texts } = data
          expect(read(document, version)).toEqual(told.values)
          const scalars = Object.entries(told.values).flatMap(([key, value]) =>
            typeof value === 'object' ? [] : [[key, `${value}`] as const],
          )
          expect(texts).toEqual(Object.fromEntries(scalars))
        }
      }),
      { numRuns },
    )
  })

  it('is in the namespace of the team, named and labelled after the application, whatever it says', () => {
    fc.assert(
      fc.property(told, (told) => {
        const [object, ...others] = objectsOf(configText(api, told))
        expect(others).toEqual([])
        expect(Object.keys(object ?? {}).sort()).toEqual(['apiVersion', 'data', 'kind', 'metadata'])
        expect(object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' })
        expect(object?.metadata).toEqual({
          name: 'api-config',
          namespace: 'payments',
          labels: { 'berth.dev/application': 'api', 'berth.dev/team': 'payments' },
        })
      }),
      { numRuns },
    )
  })

  it('has keys that Kubernetes takes, and a name that it takes for the longest of an application', () => {
    const longest = { ...api, name: 'a'.repeat(63) }
    fc.assert(
      fc.property(told, (told) => {
        const [object] = objectsOf(configText(longest, told))
        // https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go `IsConfigMapKey`
        for (const key of Object.keys(Object(object).data))
          expect(key).toMatch(/^[-._a-zA-Z0-9]{1,253}$/)
        expect(object?.metadata.name.length).toBeLessThan(253)
      }),
      { numRuns: 20 },
    )
  })

  it('is read by Argo CD whatever it says: no text in it hides the file', () => {
    fc.assert(
      fc.property(told, (told) => {
        expect(configText(api, told)).not.toContain('+argocd:')
      }),
      { numRuns },
    )
  })

  it.each([
    // values | data
    [{ zone: 'on' }, { zone: 'on', 'values.yaml': 'zone: "on"\n' }],
    [{ size: 1e-7 }, { size: '1e-7', 'values.yaml': 'size: 1.0e-7\n' }],
    [{ size: '1e3' }, { size: '1e3', 'values.yaml': 'size: "1e3"\n' }],
    [{ debug: false }, { debug: 'false', 'values.yaml': 'debug: false\n' }],
    [{ empty: '' }, { empty: '', 'values.yaml': 'empty: ""\n' }],
    [{ list: [1], map: { a: 1 } }, { 'values.yaml': 'list:\n  - 1\nmap:\n  a: 1\n' }],
  ])('says %j as %j', (values, data) => {
    expect(Object(objectsOf(configText(api, toldOf(values)))[0]).data).toEqual(data)
  })
})

describe('the values of an application', () => {
  it('hold what it is told at its pointer, over its own, and nothing else is another', () => {
    fc.assert(
      fc.property(packaging, fc.option(told), (packaging, told) => {
        const given = { ...api, packaging }
        const expected = packaging?.render === 'helm' ? valuesWithTold(packaging, told) : {}
        expect(valuesOf(given, told)).toEqual(expected)
        const bare = packaging && { ...packaging, configUnder: null }
        const [withTold, without] = [
          objectsOf(applicationText(given, settings, told)),
          objectsOf(applicationText({ ...api, packaging: bare }, settings, null)),
        ]
        const { helm: _, ...source } = Object(withTold[0]?.spec?.['source'])
        const { helm: __, ...sourceBare } = Object(without[0]?.spec?.['source'])
        expect(source).toEqual(sourceBare)
        expect(withTold[0]?.metadata).toEqual(without[0]?.metadata)
      }),
      { numRuns },
    )
  })

  it('are its own where nothing is told, or no place is named for it', () => {
    const { packaging } = toldApplication
    const own = packaging?.render === 'helm' ? packaging.values : {}
    expect(valuesOf(toldApplication, null)).toEqual(own)
    const unread = { ...toldApplication, packaging: { ...packaging!, configUnder: null } as const }
    expect(applicationText(unread, settings, toldOf({ zone: 'east' }))).toBe(
      applicationText(unread, settings, null),
    )
    expect(applicationText(api, settings, toldOf({ zone: 'east' }))).toBe(
      applicationText(api, settings, null),
    )
  })

  it.each([
    // own | pointer | told | values, without the digest
    [{}, '/app', { a: 1 }, { app: { a: 1 } }],
    [
      { app: { a: 0, b: { c: 1 } } },
      '/app',
      { a: 1, b: { d: 2 } },
      { app: { a: 1, b: { c: 1, d: 2 } } },
    ],
    [{ app: { list: [1, 2] } }, '/app', { list: [3] }, { app: { list: [3] } }],
    [{ app: { a: { b: 1 } } }, '/app', { a: 'flat' }, { app: { a: 'flat' } }],
    [{ app: { a: 'flat' } }, '/app', { a: { b: 1 } }, { app: { a: { b: 1 } } }],
    [{ app: { a: { b: 1 } } }, '/app', { a: {} }, { app: { a: {} } }],
    [{ app: 'flat' }, '/app/config', { a: 1 }, { app: { config: { a: 1 } } }],
    [{ app: [1] }, '/app', { a: 1 }, { app: { a: 1 } }],
    [
      { 'a/b': { '~': { own: true } } },
      '/a~1b/~0',
      { a: 1 },
      { 'a/b': { '~': { own: true, a: 1 } } },
    ],
    [
      { app: { toString: 1 } },
      '/app',
      { constructor: { a: 1 } },
      { app: { toString: 1, constructor: { a: 1 } } },
    ],
  ])('of %j at %s with %j are %j', (values, configUnder, document, expected) => {
    const packaging = {
      type: 'git',
      render: 'helm',
      releaseName: null,
      values,
      configUnder,
    } as const
    const said = toldOf(document)
    const digest = toldDigest(said)
    const text = JSON.stringify(valuesOf({ ...api, packaging }, said))
    expect(text).toContain(`"berth_config_digest":"${digest}"`)
    const without: unknown = JSON.parse(text, (key, value: unknown) =>
      key === 'berth_config_digest' ? undefined : value,
    )
    expect(without).toEqual(expected)
  })

  it('name the digest as Berth does, even where somebody tells an application another', () => {
    const said = toldOf({ berth_config_digest: 'forged' })
    const app = Object(Object(valuesOf(toldApplication, said)).app)
    expect(app.config.berth_config_digest).toBe(toldDigest(said))
  })
})

describe('the digest of what an application is told', () => {
  it('is 16 characters, another for another document and the same for the same', () => {
    fc.assert(
      fc.property(told, told, (one, other) => {
        expect(toldDigest(one)).toMatch(/^[0-9a-f]{16}$/)
        expect(toldDigest(one) === toldDigest(other)).toBe(one.text === other.text)
        expect(toldDigest(toldOf(structuredClone(one.values)))).toBe(toldDigest(one))
      }),
      { numRuns },
    )
  })

  it('differs where 32 bits of it don’t', () => {
    // Two texts of one FNV-1a hash of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    const [one, other] = ['costarring', 'liquid'].map((text) => toldDigest({ values: {}, text }))
    expect(one?.slice(0, 8)).toBe(other?.slice(0, 8))
    expect(one).not.toBe(other)
  })
})
