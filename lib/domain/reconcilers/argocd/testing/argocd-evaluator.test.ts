// Proves that the evaluator follows Argo CD: the cases are those on which its rules depend.
import { describe, expect, it } from 'vitest'
import {
  destinationIsPermitted,
  kindIsPermitted,
  normaliseGitUrl,
  roleMayAct,
  sourceIsPermitted,
} from './argocd-evaluator.ts'
import { filepathMatches, gobwasMatches } from './glob.ts'
import type { AppProject } from './parse-tree.ts'
import { NO_OBJECTS } from './parse-tree.ts'

const project = (spec: AppProject['spec']): AppProject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'a', namespace: 'argocd' },
  spec,
})

describe('a glob of a project', () => {
  it.each([
    // glob | text | isMatch
    ['https://h/o/*', 'https://h/o/r', true],
    ['https://h/o/*', 'https://h/o/r/s', false],
    ['https://h/o/**', 'https://h/o/r/s', true],
    ['https://h/o/?', 'https://h/o/r', true],
    ['https://h/?/r', 'https://h///r', false],
    ['https://h/{o,p}/r', 'https://h/p/r', true],
    ['https://h/[a-c]/r', 'https://h/b/r', true],
    ['https://h/[!a-c]/r', 'https://h/b/r', false],
    [String.raw`https://h/\*`, 'https://h/*', true],
    [String.raw`https://h/\*`, 'https://h/x', false],
    ['https://h/[', 'https://h/[', false],
    ['https://h/{o', 'https://h/o', false],
    ['https://h/o', 'https://h/o/', false],
    ['h.', 'hx', false],
  ])('stops at slashes in addresses: %s, %s', (glob, text, isMatch) => {
    expect(gobwasMatches(glob, text, '/')).toBe(isMatch)
  })

  it('crosses everything where it has no separator', () => {
    expect(gobwasMatches('a/*', 'a/b/c')).toBe(true)
  })

  it.each([
    // glob | text | isMatch
    ['*NetworkPolicy', 'CiliumNetworkPolicy', true],
    ['*', '', true],
    ['*', 'a/b', false],
    ['**', 'a/b', false],
    ['{a,b}', 'a', false],
    ['[^a]b', 'cb', true],
    ['[^a]b', 'ab', false],
    ['', 'apps', false],
    ['[', '[', false],
  ])('of kinds is one of Go’s standard library: %s, %s', (glob, text, isMatch) => {
    expect(filepathMatches(glob, text)).toBe(isMatch)
  })
})

describe('an address', () => {
  it.each([
    ['https://GIT.example.com/O/R.git', 'https://git.example.com/o/r'],
    ['\thttps://h/o/r\n', 'https://h/o/r'],
    ['git@H:o/r.git', 'git@h/o/r'],
    ['ssh://git@h/o/r', 'git@h/o/r'],
    ['ssh://git@h:22/o/r', 'git@h:22/o/r'],
    ['https://h/o/r.git/', 'https://h/o/r.git/'],
    ['https://u@h/o/r', 'https://u@h/o/r'],
    ['https://h/o/r#', 'https://h/o/r'],
    ['https://h/o/%72', 'https://h/o/%72'],
    ['https://h/o/a b', 'https://h/o/a%20b'],
    ['https://h/{a,b}/*', 'https://h/%7Ba,b%7D/%2A'],
    ['https://h/o/%zz', ''],
    ['https://h:x/o', ''],
    ['', ''],
  ])('is compared as Argo CD compares it: %j', (url, normal) => {
    expect(normaliseGitUrl(url)).toBe(normal)
  })
})

describe('a project', () => {
  it.each([
    // sourceRepos | url | isPermitted
    [undefined, 'https://h/o/r', false],
    [[], 'https://h/o/r', false],
    [['*'], 'https://h/o/r', true],
    [['https://h/o/r.git'], 'https://H/o/R', true],
    [['https://h/o'], 'https://h/o/r', false],
    // An entry that denies permits everything else, even when it is the only one.
    [['!https://h/o/r'], 'https://h/o/s', true],
    [['!https://h/o/r'], 'https://h/o/r.git', false],
    [['*', '!https://h/secret/**'], 'https://h/secret/a/b', false],
    [['!https://h/secret/**', '*'], 'https://h/secret/a/b', false],
    [['*', '!https://h/secret/*'], 'https://h/secret/a/b', true],
  ])('with the repositories %j permits %s: %s', (sourceRepos, url, isPermitted) => {
    const spec = sourceRepos === undefined ? {} : { sourceRepos }
    expect(sourceIsPermitted(project(spec), url)).toBe(isPermitted)
  })

  const server = 'https://kubernetes.default.svc'
  it.each([
    // destinations | namespace | expected
    [[], 'a', false],
    [[{ server, namespace: 'a' }], 'a', true],
    [[{ server, namespace: 'a' }], 'ab', false],
    [[{ server }], 'a', false],
    [[{ namespace: 'a' }], 'a', false],
    [[{ server: 'https://elsewhere', namespace: 'a' }], 'a', false],
    [[{ server: '*', namespace: 'a*' }], 'ab', true],
    [[{ name: 'in-cluster', namespace: 'a' }], 'a', true],
    [[{ name: 'elsewhere', namespace: 'a' }], 'a', false],
    [
      [
        { server, namespace: '*' },
        { server, namespace: '!kube-*' },
      ],
      'kube-system',
      false,
    ],
    [
      [
        { server, namespace: '*' },
        { server, namespace: '!kube-*' },
      ],
      'a',
      true,
    ],
    [[{ server, namespace: '!kube-*' }], 'a', true],
    [
      [
        { server: `!${server}`, namespace: 'a' },
        { server: '*', namespace: '*' },
      ],
      'a',
      false,
    ],
  ])(
    'with the destinations %j permits the namespace %s: %s',
    (destinations, namespace, expected) => {
      expect(destinationIsPermitted(project({ destinations }), { server, namespace })).toBe(
        expected,
      )
    },
  )

  const all = { group: '*', kind: '*' }
  const pods = { group: '', kind: 'Pod' }
  it.each([
    // spec | isPod | isOwn
    [{}, true, false],
    [{ namespaceResourceWhitelist: [] }, false, false],
    [{ namespaceResourceWhitelist: [all] }, true, false],
    [{ namespaceResourceBlacklist: [] }, true, false],
    [{ namespaceResourceBlacklist: [pods] }, false, false],
    [{ namespaceResourceWhitelist: [pods], namespaceResourceBlacklist: [all] }, false, false],
    [{ clusterResourceWhitelist: [] }, true, false],
    [{ clusterResourceWhitelist: [all] }, true, true],
    [{ clusterResourceWhitelist: [{ ...all, name: 'x*' }] }, true, false],
    [{ clusterResourceWhitelist: [{ ...all, name: '' }] }, true, true],
    [
      { clusterResourceWhitelist: [all], clusterResourceBlacklist: [{ ...all, name: 'p' }] },
      true,
      false,
    ],
  ])('with %j permits a Pod, and a kind of the cluster’s own: %s, %s', (spec, isPod, isOwn) => {
    const pod = { group: '', kind: 'Pod', name: 'p' }
    expect(kindIsPermitted(project(spec), { ...pod, namespace: 'a' })).toBe(isPod)
    expect(kindIsPermitted(project(spec), { ...pod, namespace: null })).toBe(isOwn)
  })
})

const policy = (line: string) => `p, proj:a:dev, ${line}`

describe('a role of a project', () => {
  it.each([
    [[], false],
    [[policy('applications, sync, a/*, allow')], true],
    [[policy('applications, *, a/x, allow')], true],
    [[policy('*, *, *, allow')], true],
    [[policy('applications, sync, a/y, allow')], false],
    [[policy('applications, get, a/*, allow')], false],
    [[policy('logs, sync, a/*, allow')], false],
    [[policy('applications, sync, a/*, allow'), policy('applications, *, a/x, deny')], false],
    [['p, proj:b:dev, applications, sync, a/*, allow'], false],
    [['p, role:admin, applications, sync, a/*, allow'], false],
    [[policy('applications, sync, a/*')], false],
  ])('with the policies %j lets its group sync a/x: %s', (policies, isAllowed) => {
    const roles = [{ name: 'dev', groups: ['g'], policies }]
    const objects = { ...NO_OBJECTS, projects: [project({ roles })] }
    const request = { resource: 'applications', action: 'sync', object: 'a/x' }
    expect(roleMayAct(objects, { ...request, groups: ['g'] })).toBe(isAllowed)
    expect(roleMayAct(objects, { ...request, groups: ['h'] })).toBe(false)
    expect(roleMayAct(objects, { ...request, groups: ['g'], object: 'b/x' })).toBe(false)
  })
})
