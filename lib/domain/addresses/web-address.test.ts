import { expect, it } from 'vitest'
import { webAddresses } from './web-address.ts'

const PATH = 'clusters/c1/apps/ieb/shop.yaml'

it.each([
  [
    'https://github.com/acme/fleet.git',
    'https://github.com/acme/fleet',
    'https://github.com/acme/fleet/commit/abc',
    `https://github.com/acme/fleet/blob/env/prod/${PATH}`,
  ],
  [
    'git@ssh.github.com:acme/fleet.git',
    'https://github.com/acme/fleet',
    'https://github.com/acme/fleet/commit/abc',
    `https://github.com/acme/fleet/blob/env/prod/${PATH}`,
  ],
  [
    'ssh://git@gitlab.example.com:2222/acme/fleet',
    'https://gitlab.example.com/acme/fleet',
    'https://gitlab.example.com/acme/fleet/-/commit/abc',
    `https://gitlab.example.com/acme/fleet/-/blob/env/prod/${PATH}`,
  ],
  [
    'git@ssh.dev.azure.com:v3/acme/shop/fleet',
    'https://dev.azure.com/acme/shop/_git/fleet',
    'https://dev.azure.com/acme/shop/_git/fleet/commit/abc',
    `https://dev.azure.com/acme/shop/_git/fleet?path=%2F${encodeURIComponent(PATH)}&version=GBenv%2Fprod`,
  ],
  [
    'https://gitea.example.com:3000/acme/fleet.git',
    'https://gitea.example.com:3000/acme/fleet',
    'https://gitea.example.com:3000/acme/fleet/commit/abc',
    `https://gitea.example.com:3000/acme/fleet/src/branch/env/prod/${PATH}`,
  ],
])('%s is read in a browser at %s', (url, repository, commit, file) => {
  const found = webAddresses(url)
  expect(found?.repository).toBe(repository)
  expect(found?.commit('abc')).toBe(commit)
  expect(found?.file('env/prod', PATH)).toBe(file)
})

it.each(['https://git.example.com/acme/fleet.git', 'http://localhost:3000/git/gitops.git', ''])(
  'the pages of %j are not known',
  (url) => {
    expect(webAddresses(url)).toBeNull()
  },
)
