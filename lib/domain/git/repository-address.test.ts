import { describe, expect, it } from 'vitest'
import type { GitHost } from '#lib/domain/git/push.ts'
import { hostedRepository, hostOfAddress } from './repository-address.ts'

describe('the repository of an address', () => {
  it.each<[GitHost, string, string | null, string, string[]]>([
    ['github', 'https://github.com/ieb/gitops', null, 'https://api.github.com', ['ieb', 'gitops']],
    ['github', 'git@github.com:ieb/gitops.git', null, 'https://api.github.com', ['ieb', 'gitops']],
    [
      'github',
      'ssh://git@ssh.github.com:443/ieb/a.b.git',
      null,
      'https://api.github.com',
      ['ieb', 'a.b'],
    ],
    [
      'github',
      'https://ieb.ghe.com/ieb/gitops',
      null,
      'https://api.ieb.ghe.com',
      ['ieb', 'gitops'],
    ],
    [
      'github',
      'https://ghe.example.com:8443/ieb/gitops.git',
      null,
      'https://ghe.example.com:8443/api/v3',
      ['ieb', 'gitops'],
    ],
    [
      'github',
      'ssh://git@ghe.example.com:2222/ieb/gitops',
      null,
      'https://ghe.example.com/api/v3',
      ['ieb', 'gitops'],
    ],
    [
      'github',
      'https://ghe.example.com/ieb/gitops',
      'https://api.example.com/',
      'https://api.example.com',
      ['ieb', 'gitops'],
    ],
    [
      'gitlab',
      'https://gitlab.com/ieb/platform/edge/gitops.git',
      null,
      'https://gitlab.com/api/v4',
      ['ieb', 'platform', 'edge', 'gitops'],
    ],
    [
      'gitlab',
      'git@altssh.gitlab.com:ieb/gitops.git',
      null,
      'https://gitlab.com/api/v4',
      ['ieb', 'gitops'],
    ],
    [
      'gitlab',
      'https://example.com/gitlab/ieb/gitops',
      'https://example.com/gitlab/api/v4',
      'https://example.com/gitlab/api/v4',
      ['ieb', 'gitops'],
    ],
    [
      'gitea',
      'https://codeberg.org/ieb/gitops',
      null,
      'https://codeberg.org/api/v1',
      ['ieb', 'gitops'],
    ],
    [
      'gitea',
      'https://example.com/git/ieb/gitops',
      'https://example.com/git/api/v1',
      'https://example.com/git/api/v1',
      ['ieb', 'gitops'],
    ],
    [
      'azure-devops',
      'https://dev.azure.com/contoso/ieb/_git/gitops',
      null,
      'https://dev.azure.com/contoso',
      ['ieb', 'gitops'],
    ],
    [
      'azure-devops',
      'https://dev.azure.com/contoso/Edge%20Team/_git/gitops',
      null,
      'https://dev.azure.com/contoso',
      ['Edge Team', 'gitops'],
    ],
    [
      'azure-devops',
      'https://dev.azure.com/contoso/_git/gitops',
      null,
      'https://dev.azure.com/contoso',
      ['gitops', 'gitops'],
    ],
    [
      'azure-devops',
      'git@ssh.dev.azure.com:v3/contoso/ieb/gitops',
      null,
      'https://dev.azure.com/contoso',
      ['ieb', 'gitops'],
    ],
    [
      'azure-devops',
      'https://contoso.visualstudio.com/ieb/_git/gitops',
      null,
      'https://contoso.visualstudio.com',
      ['ieb', 'gitops'],
    ],
    [
      'azure-devops',
      'https://contoso.visualstudio.com/DefaultCollection/ieb/_git/gitops',
      null,
      'https://contoso.visualstudio.com/DefaultCollection',
      ['ieb', 'gitops'],
    ],
    [
      'azure-devops',
      'https://contoso.visualstudio.com/_git/gitops',
      null,
      'https://contoso.visualstudio.com',
      ['gitops', 'gitops'],
    ],
    [
      'azure-devops',
      'https://tfs.example.com/tfs/Main/ieb/_git/gitops',
      null,
      'https://tfs.example.com/tfs/Main',
      ['ieb', 'gitops'],
    ],
  ])('at %s, %s with the API %s, is at %s as %s', (host, url, apiUrl, api, path) => {
    expect(hostedRepository(host, url, apiUrl)).toEqual({ api, path })
  })

  it.each<[GitHost, string]>([
    ['github', 'https://github.com/gitops'],
    ['github', 'https://github.com/ieb/gitops/tree'],
    ['gitea', 'https://gitea.example.com/git/ieb/gitops'],
    ['gitlab', 'https://gitlab.com/gitops'],
    ['azure-devops', 'https://dev.azure.com/contoso/ieb/gitops'],
    ['azure-devops', 'https://dev.azure.com/contoso/ieb/_git'],
    ['azure-devops', 'https://dev.azure.com/contoso/ieb/_git/gitops/pullrequests'],
    ['azure-devops', 'git@ssh.dev.azure.com:v3/contoso/ieb'],
    ['github', '/srv/git/gitops.git'],
  ])('is none of %s at %s', (host, url) => {
    expect(hostedRepository(host, url)).toBeNull()
  })
})

describe('the host of an address', () => {
  it.each<[string, GitHost | null]>([
    ['https://github.com/ieb/gitops', 'github'],
    ['git@ssh.github.com:ieb/gitops', 'github'],
    ['https://ieb.ghe.com/ieb/gitops', 'github'],
    ['https://GitLab.com/ieb/gitops', 'gitlab'],
    ['git@ssh.dev.azure.com:v3/contoso/ieb/gitops', 'azure-devops'],
    ['https://contoso.visualstudio.com/ieb/_git/gitops', 'azure-devops'],
    ['https://codeberg.org/ieb/gitops', 'gitea'],
    ['https://git.example.com/ieb/gitops', null],
    ['https://github.com.example.com/ieb/gitops', null],
    ['https://notgithub.com/ieb/gitops', null],
    ['/srv/git/gitops.git', null],
  ])('%s is %s', (url, host) => {
    expect(hostOfAddress(url)).toBe(host)
  })
})
