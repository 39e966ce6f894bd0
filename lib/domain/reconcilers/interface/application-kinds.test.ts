import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applicationKindsIssues,
  BUILT_IN_KINDS,
  canonicalKinds,
  permittedKinds,
} from './application-kinds.ts'

const codesOf = (group: string, resources: readonly string[]) =>
  applicationKindsIssues([{ group, resources }], ['application_kinds']).map(({ path, code }) => [
    path.join('/'),
    code,
  ])

describe('what a tenant adds to the kinds that teams may bring', () => {
  it.each([
    ['cert-manager.io', ['certificates', 'issuers']],
    ['route.openshift.io', ['routes']],
    ['gateway.networking.k8s.io', ['httproutes']],
    ['monitoring.coreos.com', ['servicemonitors']],
    ['', ['events', 'endpoints']],
    ['apps', ['controllerrevisions']],
    ['x', ['xs']],
  ])('may be of %j: %j', (group, resources) => {
    expect(codesOf(group, resources)).toEqual([])
  })

  it.each([
    'rbac.authorization.k8s.io',
    'authorization.openshift.io',
    'argoproj.io',
    'kustomize.toolkit.fluxcd.io',
    'toolkit.fluxcd.io',
    'fleet.cattle.io',
    'helm.cattle.io',
    'operators.coreos.com',
    'template.openshift.io',
    'admissionregistration.k8s.io',
    'apiextensions.k8s.io',
  ])('is never of the group %s', (group) => {
    expect(codesOf(group, ['things'])).toEqual([['application_kinds/0/group', 'kind_denied']])
  })

  it.each([
    ['', 'resourcequotas'],
    ['', 'limitranges'],
    ['', 'namespaces'],
    ['', 'nodes'],
    ['', 'persistentvolumes'],
    ['networking.k8s.io', 'networkpolicies'],
    ['cilium.io', 'ciliumnetworkpolicies'],
    ['crd.projectcalico.org', 'globalnetworkpolicies'],
  ])('is never what limits a team or belongs to the cluster: %s/%s', (group, resource) => {
    expect(codesOf(group, ['things', resource])).toEqual([
      ['application_kinds/0/resources/1', 'kind_denied'],
    ])
  })

  it.each([
    '*',
    'Certificates',
    'pods/exec',
    'a b',
    '',
    'things/*',
    'x'.repeat(64),
    '-a',
    '1a',
    'a.b',
  ])('is refused as a resource: %j', (resource) => {
    expect(codesOf('example.com', [resource])).toEqual([
      ['application_kinds/0/resources/0', 'kind_format'],
    ])
  })

  it.each([
    '*',
    'Example.com',
    '*.example.com',
    'example.com/v1',
    'a..b',
    '.a',
    'a b',
    'a\n',
    'x'.repeat(254),
  ])('is refused as a group: %j', (group) => {
    expect(codesOf(group, ['things'])).toEqual([['application_kinds/0/group', 'kind_format']])
  })

  it('names at least one resource, and is bounded in both directions', () => {
    expect(codesOf('example.com', [])).toEqual([['application_kinds/0/resources', 'kind_format']])
    expect(codesOf('example.com', Array<string>(101).fill('things'))).toEqual([
      ['application_kinds/0/resources', 'too_many'],
    ])
    const entry = { group: 'example.com', resources: ['things'] }
    const codes = (length: number) =>
      applicationKindsIssues(
        Array.from({ length }, () => entry),
        [],
      ).map(({ code }) => code)
    expect([codes(50), codes(51)]).toEqual([[], ['too_many']])
  })
})

const groups = fc.constantFrom('', 'apps', 'b.example', 'a.example')
const resources = fc.array(fc.constantFrom('ones', 'twos', 'deployments', 'pods'), { minLength: 1 })
const additions = fc.array(fc.record({ group: groups, resources }))

const pairsOf = (kinds: Parameters<typeof canonicalKinds>[0]) =>
  kinds.flatMap(({ group, resources }) => resources.map((resource) => `${group}/${resource}`))

describe('the kinds that teams may bring', () => {
  it('are the built-in ones and the additions, in one order, whichever way they were said', () => {
    fc.assert(
      fc.property(additions, (given) => {
        const said = new Set([...pairsOf(BUILT_IN_KINDS), ...pairsOf(given)])
        const permitted = permittedKinds(given)
        expect(pairsOf(permitted)).toHaveLength(said.size)
        expect(new Set(pairsOf(permitted))).toEqual(said)
        expect(permittedKinds(given.toReversed())).toEqual(permitted)
        expect(canonicalKinds(permitted)).toEqual(permitted)
      }),
    )
  })

  it('are written down in their order, and break none of the rules for additions', () => {
    expect(canonicalKinds(BUILT_IN_KINDS)).toEqual(BUILT_IN_KINDS)
    expect(applicationKindsIssues(BUILT_IN_KINDS, [])).toEqual([])
  })
})
