import { describe, expect, it } from 'vitest'
import { branchesToLookAt, isOfRepository } from './repository-event.ts'

const told = (...addresses: readonly string[]) => ({ addresses, branches: null })

describe('an event', () => {
  it.each([
    // the address of the tenant’s repository | what the host says
    ['https://github.com/ieb/gitops', 'https://github.com/ieb/gitops.git'],
    ['https://GitHub.com/IEB/GitOps.git', 'https://github.com/ieb/gitops'],
    ['git@github.com:ieb/gitops.git', 'https://github.com/ieb/gitops.git'],
    ['ssh://git@ssh.github.com:443/ieb/gitops', 'git@github.com:ieb/gitops.git'],
    ['https://gitea.gitea.svc:3000/ieb/gitops', 'https://git.example.com/ieb/gitops.git'],
    ['http://127.0.0.1:4711/ieb/gitops.git', 'http://127.0.0.1:4711/ieb/gitops.git'],
    ['https://git.example.com/a/b/c/gitops/', 'https://git.example.com/a/b/c/gitops.git'],
    [
      'git@ssh.dev.azure.com:v3/contoso/ieb/gitops',
      'https://contoso@dev.azure.com/contoso/ieb/_git/gitops',
    ],
    [
      'https://dev.azure.com/contoso/ieb/_git/gitops',
      'https://contoso.visualstudio.com/ieb/_git/gitops',
    ],
  ])('is of %s where the host says %s', (address, said) => {
    expect(isOfRepository(told('https://elsewhere.example.com/x/y', said), [address])).toBe(true)
    expect(isOfRepository(told(said), ['https://elsewhere.example.com/x/y', address])).toBe(true)
  })

  it.each([
    // the address of the tenant’s repository | what the host says
    ['https://github.com/ieb/gitops', 'https://github.com/ieb/gitops2.git'],
    ['https://github.com/ieb/gitops', 'https://github.com/ann/gitops.git'],
    ['https://gitlab.example.com/a/ieb/gitops', 'https://gitlab.example.com/b/ieb/gitops.git'],
    [
      'https://dev.azure.com/contoso/ieb/_git/gitops',
      'https://dev.azure.com/contoso/other/_git/gitops',
    ],
    ['https://github.com/ieb/gitops', ''],
    ['https://github.com/ieb/gitops', 'ieb/gitops\n'],
    ['https://github.com', 'https://github.com'],
    ['', ''],
  ])('is not of %s where the host says %s', (address, said) => {
    expect(isOfRepository(told(said), [address])).toBe(false)
  })

  it('without an address is of none', () => {
    expect(isOfRepository(told(), ['https://github.com/ieb/gitops'])).toBe(false)
  })

  it('has its branches looked at', () => {
    const branches = ['prod', 'env/qa']
    expect(branchesToLookAt({ addresses: [], branches })).toEqual(branches)
    expect(branchesToLookAt({ addresses: [], branches: [] })).toEqual([])
  })

  it('has all looked at where it names none, or more than may have pull requests', () => {
    const many = Array.from({ length: 21 }, (_, index) => `env-${index}`)
    expect(branchesToLookAt({ addresses: [], branches: null })).toBeNull()
    expect(branchesToLookAt({ addresses: [], branches: many })).toBeNull()
    expect(branchesToLookAt({ addresses: [], branches: many.slice(1) })).toHaveLength(20)
  })

  it('names no branch by what is in no branch’s name', () => {
    const branches = ['', 'a\0b', 'a\nb', '\x7f', 'prod']
    expect(branchesToLookAt({ addresses: [], branches })).toEqual(['prod'])
  })
})
