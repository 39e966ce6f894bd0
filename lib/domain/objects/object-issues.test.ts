import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '#lib/domain/labels/selector.ts'
import { applicationIssues } from './application/application-issues.ts'
import { clusterIssues } from './cluster/cluster-issues.ts'
import type { Application, Cluster, TargetPolicy } from './objects.ts'
import { targetPolicyIssues } from './target-policy/target-policy-issues.ts'

const application: Application = {
  kind: 'application',
  team: 'ieb',
  name: 'app1',
  description: 'App 1',
  repoUrl: 'https://git.example.com/ieb/app1.git',
  repoBranch: 'master',
  repoPath: 'manifest/app1',
  packaging: null,
  targets: [],
  follow: 'branch',
  dependsOn: [],
  visibility: 'team',
  labels: new Map([
    ['common', 'true'],
    ['gpu', 'false'],
    ['name', 'app1'],
  ]),
}

const cluster: Cluster = {
  kind: 'cluster',
  type: null,
  defaultProject: null,
  argocdNamespace: null,
  confinement: 'account',
  name: 'east-nsw-newcastle-01',
  description: 'Edge Store for App Deployment in East Australia',
  shortName: 'cluster1',
  environment: 'non-prod',
  labels: new Map([
    ['gpu', 'true'],
    ['region', 'east'],
    ['country', 'Australia'],
    ['name', 'east-nsw-newcastle-01'],
  ]),
}

const policy: TargetPolicy = {
  kind: 'target-policy',
  name: 'app1_to_east',
  description: '',
  appSelector: EVERYTHING,
  clusterSelector: EVERYTHING,
  effect: 'include',
  target: null,
  scheduler: null,
  pick: null,
  team: null,
  suspended: false,
}

function found(issues: readonly { readonly path: unknown; readonly code: string }[]): unknown {
  return issues.map(({ path, code }) => [path, code])
}

it('accepts a plain application, cluster and policy', () => {
  expect(applicationIssues(application)).toEqual([])
  expect(clusterIssues(cluster)).toEqual([])
  expect(targetPolicyIssues(policy)).toEqual([])
})

describe('an application', () => {
  it('has every issue reported, by the names of the API', () => {
    const wrong: Application = {
      kind: 'application',
      team: 'I',
      name: 'a--b',
      description: '\0',
      repoUrl: 'http://h/r',
      repoBranch: 'HEAD',
      repoPath: '..',
      packaging: null,
      targets: [],
      follow: 'branch',
      dependsOn: [],
      visibility: 'team',
      labels: new Map([
        ['name', 'x'],
        ['namespace', 'y'],
      ]),
    }
    expect(found(applicationIssues(wrong))).toEqual([
      [['namespace'], 'name_format'],
      [['name'], 'name_format'],
      [['description'], 'control_char'],
      [['repo_url'], 'url_scheme'],
      [['repo_branch'], 'branch_format'],
      [['repo_path'], 'path_format'],
      [['metadata', 'name'], 'label_contradicts'],
      [['metadata', 'namespace'], 'label_contradicts'],
    ])
  })
})

describe('a cluster', () => {
  it('has every issue reported, by the names of the API', () => {
    const wrong: Cluster = {
      kind: 'cluster',
      type: null,
      defaultProject: null,
      argocdNamespace: null,
      confinement: 'account',
      name: 'A',
      description: 'x'.repeat(2001),
      shortName: 'a\nb',
      environment: 'non prod',
      labels: new Map([['environment', 'prod']]),
    }
    expect(found(clusterIssues(wrong))).toEqual([
      [['name'], 'name_format'],
      [['description'], 'too_long'],
      [['shortName'], 'control_char'],
      [['environment'], 'label_value'],
      [['metadata', 'environment'], 'label_contradicts'],
    ])
  })

  it('may have no environment, and then say it in its labels', () => {
    const labels = new Map([['environment', 'prod']])
    expect(clusterIssues({ ...cluster, environment: '', shortName: '', labels })).toEqual([])
  })
})

describe('a target policy', () => {
  it('has every issue reported, by the names of the API', () => {
    const wrong = { ...policy, name: 'A', description: '\ud800', team: 'B' }
    expect(found(targetPolicyIssues(wrong))).toEqual([
      [['name'], 'name_format'],
      [['description'], 'invalid_unicode'],
      [['namespace'], 'name_format'],
    ])
  })
})
