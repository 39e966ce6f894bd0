import { describe, expect, it } from 'vitest'
import { objectJson, readStoredObject } from './object-json.ts'

const policy = {
  name: 'app1_to_east',
  description: '',
  app_selector: { matchLabels: { common: 'true' } },
  cluster_selector: '*',
  effect: 'include',
  suspended: false,
}
const team = {
  name: 'ieb',
  description: '',
  groups: [],
  source_repos: [],
  network: 'namespace',
  kubectl: 'view',
}

describe('a stored object whose selectors don’t parse', () => {
  it('is refused with every one of them, and never taken for one that selects nothing or all', () => {
    const broken = { ...policy, app_selector: 'in (', cluster_selector: {} }
    expect(readStoredObject('target-policy', broken)).toMatchObject({
      ok: false,
      issues: [
        { path: ['app_selector'], code: 'selector_syntax' },
        { path: ['cluster_selector'], code: 'selector_empty' },
      ],
    })
    expect(readStoredObject('team', { ...team, cluster_boundary: 'a>1' })).toMatchObject({
      ok: false,
      issues: [{ path: ['cluster_boundary'], code: 'selector_operator' }],
    })
  })
})

describe('a stored cluster without the fields of its Argo CD', () => {
  it('has its Argo CD as its type says, and confines by account', () => {
    const stored = { name: 'c', description: '', shortName: '', environment: '', metadata: {} }
    const read = readStoredObject('cluster', stored)
    expect(read).toMatchObject({
      value: { type: null, defaultProject: null, argocdNamespace: null, confinement: 'account' },
    })
    expect(read.ok && objectJson(read.value)).toEqual({ ...stored, confinement: 'account' })
  })
})

describe('a stored application without what it follows', () => {
  it('follows its branch', () => {
    const stored = {
      name: 'app1',
      description: '',
      repo_url: 'https://git.example.com/ieb/app1.git',
      repo_branch: 'main',
      repo_path: 'deploy',
      metadata: {},
      namespace: 'ieb',
    }
    expect(readStoredObject('application', stored)).toMatchObject({ value: { follow: 'branch' } })
  })
})
