import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#lib/settings/env.ts'
import { defaultRepository, embeddedName } from './tenant-repository.ts'

const environment = readEnvironment({
  BERTH_TENANT: 'ours',
  BERTH_URL: 'https://berth.example.com',
  GITOPS_REPO_URL: 'https://git.example.com/fleet.git',
  GITOPS_PULL_URL: 'https://mirror.example.com/fleet.git',
  GITOPS_BRANCH: 'fleet/{environment}',
})
const tenant = (name: string) => ({ id: 1, name, installation: 'i' })

describe('a tenant without settings of its own', () => {
  it('has the environment’s repository when it is the one that the environment names', () => {
    expect(defaultRepository(environment, tenant('ours'))).toMatchObject({
      source: 'environment',
      repoUrl: 'https://git.example.com/fleet.git',
      pullUrl: 'https://mirror.example.com/fleet.git',
    })
  })

  it('has a repository of its own here when it is another, with branches of the same pattern', () => {
    expect(defaultRepository(environment, tenant('theirs'))).toMatchObject({
      source: 'embedded',
      repoUrl: null,
      pullUrl: 'https://berth.example.com/git/theirs.git',
      branchPattern: { text: 'fleet/{environment}' },
    })
  })

  it('shares its repository here with no other, whatever they are called', () => {
    const names = ['ours', 'theirs', 'gitops', 'gitops-copy', 'ours-copy', 'copy']
    const taken = names.map((name) => embeddedName({ tenantName: 'ours' }, { name }))
    const copies = names.map((name) => `${name}.copy.git`)
    expect(new Set([...taken, ...copies]).size).toBe(2 * names.length)
    expect(embeddedName({ tenantName: 'gitops' }, { name: 'gitops' })).toBe('gitops.git')
  })
})
