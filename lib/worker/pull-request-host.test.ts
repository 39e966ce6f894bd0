// Which host the publisher asks for pull requests, by the settings of the tenant or of the environment.
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { startStandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { openRepositories } from './repositories.ts'
import { createTestPublisher } from './testing/publisher.ts'

const OWN = 'token-of-pull-requests'
const BRANCHES = { head: 'berth/main', base: 'main' }

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let closing: (() => unknown)[]
beforeEach(async () => {
  scratch = await scratchDirectory()
  closing = [() => scratch.remove()]
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
})

async function standInOf(kind: GitHost) {
  const directory = path.join(scratch.directory, 'served.git')
  const store = await openObjectStore(directory, 'main')
  closing.push(() => store.close())
  const standIn = await startStandInHost(kind, directory, OWN)
  closing.push(() => standIn.close())
  return { standIn, directory }
}

/** The tenant’s repository as the publisher has it. */
async function openedWith(environment: Record<string, string>, settings?: object) {
  const publisher = await createTestPublisher({
    BERTH_DATA_DIR: path.join(scratch.directory, 'data'),
    ...environment,
  })
  closing.push(() => publisher.close())
  const open = openRepositories(publisher.services)
  const set = async (body: object) => {
    const headers = { 'if-match': '*' }
    const answer = await publisher.call('/repository-settings', { method: 'PUT', body, headers })
    expect(answer.status).toBe(200)
  }
  if (settings !== undefined) await set(settings)
  const read = async () => {
    const repository = await open(publisher.tenant)
    closing.push(() => repository.store.close())
    return repository
  }
  return { ...publisher, set, read }
}

const addressOn: Readonly<Record<GitHost, string>> = {
  github: 'https://git.example.com/ieb/gitops.git',
  gitlab: 'https://git.example.com/ieb/gitops.git',
  gitea: 'https://git.example.com/ieb/gitops.git',
  'azure-devops': 'https://git.example.com/collection/ieb/_git/gitops',
}

describe('the host of a tenant’s pull requests', () => {
  it.each(GIT_HOSTS)('is the %s of its settings, asked with the token for it', async (kind) => {
    const { standIn } = await standInOf(kind)
    const { read } = await openedWith(
      { BERTH_DEMO: '1' },
      {
        repo_url: addressOn[kind],
        token: 'of-the-repository',
        pull_requests: { host: kind, api_url: standIn.repository.api, token: OWN, join: false },
      },
    )
    const { host, settings } = await read()
    expect(settings.pullRequests).toMatchObject({ host: kind, join: false })
    expect(await host!.findOpen(BRANCHES)).toEqual({ outcome: 'done', value: null })
    expect(standIn.calls.length).toBeGreaterThan(0)
  })

  it('is another as soon as the settings are', async () => {
    const { standIn } = await standInOf('gitea')
    const repo_url = addressOn.gitea
    const { read, set } = await openedWith({ BERTH_DEMO: '1' }, { repo_url, token: OWN })
    expect(await read()).toMatchObject({ host: null, settings: { pullRequests: null } })
    const pull_requests = { host: 'gitea', api_url: standIn.repository.api, token: OWN }
    await set({ repo_url, pull_requests })
    expect(await (await read()).host!.findOpen(BRANCHES)).toMatchObject({ outcome: 'done' })
  })

  it('is on no private network that the installation doesn’t open', async () => {
    const { read } = await openedWith(
      {},
      {
        repo_url: 'https://10.1.2.3/ieb/gitops.git',
        token: OWN,
        pull_requests: { host: 'gitlab' },
      },
    )
    expect(await (await read()).host!.findOpen(BRANCHES)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('a private network that this installation doesn’t open'),
    })
  })

  it('is the environment’s for the tenant that it names, also of a directory that the host serves', async () => {
    const { standIn, directory } = await standInOf('github')
    const environment = {
      BERTH_DEMO: '1',
      GITOPS_REPO_URL: directory,
      GITOPS_PULL_URL: addressOn.github,
      GITOPS_PULL_REQUEST_HOST: 'github',
      GITOPS_PULL_REQUEST_API_URL: standIn.repository.api,
      GITOPS_PULL_REQUEST_TOKEN: OWN,
    }
    const { read } = await openedWith(environment)
    const { host, settings } = await read()
    expect(settings).toMatchObject({ source: 'environment', pullRequests: { host: 'github' } })
    expect(await host!.findOpen(BRANCHES)).toEqual({ outcome: 'done', value: null })
  })
})
