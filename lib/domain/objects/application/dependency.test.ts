import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDependency, anApplication } from '#lib/domain/testing/objects.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { application } from '#lib/http/testing/bodies.ts'
import { applicationCodec } from './application.ts'
import { applicationIssues } from './application-issues.ts'
import type { Dependency } from './dependency.ts'

function read(depends_on: unknown) {
  const found = readSentObject('application', { ...application, depends_on }, [])
  if (!found.ok) return found.issues.map(({ path, code }) => [path.join('.'), code])
  if (found.value.kind !== 'application') throw new Error('another kind')
  return found.value.dependsOn
}

describe('what an application needs', () => {
  it('is healthy on the same cluster unless more is said', () => {
    const plain = aDependency({ namespace: 'platform', application: 'cert-manager' })
    expect(read(['platform/cert-manager'])).toEqual([plain])
    expect(read([{ namespace: 'platform', application: 'cert-manager' }])).toEqual([plain])
    expect(read(undefined)).toEqual([])
  })

  it('may be a version or later, in an environment, healthy or not', () => {
    const said = {
      namespace: 'platform',
      application: 'cert-manager',
      on: 'environment:qa',
      min_version: 'v1.14.2',
      healthy: false,
    }
    expect(read([said])).toEqual([
      {
        namespace: 'platform',
        application: 'cert-manager',
        environment: 'qa',
        minVersion: 'v1.14.2',
        healthy: false,
      },
    ])
  })

  it('is read again as it was written', () => {
    const dependencies: fc.Arbitrary<readonly Dependency[]> = fc.array(
      fc.record({
        namespace: fc.constantFrom('ieb', 'platform'),
        application: fc.constantFrom('db', 'cert-manager'),
        environment: fc.constantFrom(null, 'qa', 'prod'),
        minVersion: fc.constantFrom(null, 'v1', '2024-01+b'),
        healthy: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(dependencies, (dependsOn) => {
        const written = applicationCodec.encode(anApplication({ dependsOn }))
        const again = applicationCodec.decode(JSON.parse(JSON.stringify(written)))
        expect(again.ok && again.value.dependsOn).toEqual(dependsOn)
      }),
    )
  })

  const named = { namespace: 'platform', application: 'cert-manager' }
  it.each<readonly [what: string, sent: unknown, path: string, code: string]>([
    ['no list', 'platform/cert-manager', 'depends_on', 'type'],
    ['a name without a team', ['cert-manager'], 'depends_on.0', 'bad_dependency'],
    ['nothing before the slash', ['/cert-manager'], 'depends_on.0', 'bad_dependency'],
    ['nothing after the slash', ['platform/'], 'depends_on.0', 'bad_dependency'],
    ['an empty text', [''], 'depends_on.0', 'bad_dependency'],
    ['two slashes', ['platform/cert-manager/x'], 'depends_on.0', 'bad_dependency'],
    ['capitals', ['Platform/cert-manager'], 'depends_on.0.namespace', 'name_format'],
    ['a way out of the folder', ['../cert-manager'], 'depends_on.0.namespace', 'name_format'],
    ['letters that look alike', ['plаtform/x'], 'depends_on.0.namespace', 'name_charset'],
    ['a NUL', ['platform/x\0'], 'depends_on.0.application', 'control_char'],
    ['a mark that turns text', ['platform/x\u202e'], 'depends_on.0.application', 'name_charset'],
    ['a name of 64 characters', [`a/${'b'.repeat(64)}`], 'depends_on.0.application', 'name_format'],
    ['a place that is none', [{ ...named, on: 'node' }], 'depends_on.0.on', 'bad_dependency'],
    ['no environment', [{ ...named, on: 'environment:' }], 'depends_on.0.on', 'name_format'],
    ['a bad environment', [{ ...named, on: 'environment:a b' }], 'depends_on.0.on', 'name_format'],
    [
      'an empty version',
      [{ ...named, min_version: '' }],
      'depends_on.0.min_version',
      'version_name_format',
    ],
    [
      'a way as a version',
      [{ ...named, min_version: '../x' }],
      'depends_on.0.min_version',
      'version_name_format',
    ],
    ['itself', ['ieb/app1'], 'depends_on.0', 'dependency_cycle'],
    [
      'one twice',
      ['platform/x', 'platform/y', 'platform/x'],
      'depends_on.2',
      'dependency_duplicate',
    ],
    [
      'one twice, as another version',
      [named, { ...named, min_version: 'v1', healthy: false }],
      'depends_on.1',
      'dependency_duplicate',
    ],
    ['21', Array.from({ length: 21 }, (_, i) => `platform/app${i}`), 'depends_on', 'too_many'],
  ])('is not %s', (_, sent, path, code) => {
    expect(read(sent)).toEqual([[path, code]])
  })

  it.each<readonly [what: string, sent: unknown]>([
    ['null', [null]],
    ['a number', [7]],
    ['an unknown field', [{ ...named, version: 'v1' }]],
    ['a text for healthy', [{ ...named, healthy: 'yes' }]],
    ['null for a version', [{ ...named, min_version: null }]],
    ['no name', [{ namespace: 'platform' }]],
    ['a list in it', [['platform/x']]],
  ])('is refused for its shape: %s', (_, sent) => {
    expect(read(sent)).toEqual([[expect.stringMatching(/^depends_on\.0/), expect.any(String)]])
  })

  it('may be needed on the cluster and in an environment besides, 20 in all', () => {
    const two = [named, { ...named, on: 'environment:qa' }]
    expect(read(two)).toHaveLength(2)
    expect(read(Array.from({ length: 20 }, (_, i) => `platform/app${i}`))).toHaveLength(20)
  })

  it('tells the way of an application that needs itself', () => {
    const own = aDependency({ namespace: 'ieb', application: 'app1' })
    expect(applicationIssues(anApplication({ dependsOn: [own] }))).toEqual([
      {
        path: ['depends_on', 0],
        code: 'dependency_cycle',
        reason: 'It would wait for itself: ieb/app1 -> ieb/app1.',
        members: ['ieb/app1', 'ieb/app1'],
      },
    ])
  })
})
