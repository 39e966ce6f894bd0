// A tenant with the real API and database, a publisher for it, and a repository to publish to.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { inTenant, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { readGitState } from '#db/queries/git-state.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import type { GitRemote } from '#lib/adapters/git/remote.ts'
import type { PullRequestHost } from '#lib/adapters/host/pull-request-host.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { repositoryFiles } from '#lib/domain/reconcilers/repository-files.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { branchOfCluster } from '#lib/usecases/changes/plan.ts'
import {
  manifestSettings,
  readTenantRepository,
} from '#lib/usecases/repository/tenant-repository.ts'
import type { PublishOutcome } from '../branch-pass.ts'
import { FleetHistory } from '../fleet-history.ts'
import { publishBranch } from '../publish-branch.ts'
import { createWorld, type PublisherWorld, type Repository } from '../world.ts'
import { blobsOn, textsOf } from './branch-files.ts'
import { expectedTree } from './expected-tree.ts'
import { publishedHistory } from './published-history.ts'

const run = promisify(execFile)

export type TestPublisher = Awaited<ReturnType<typeof createTestPublisher>>

/** Where the repository's pull requests are, and whether later changes join one. */
export type TestPulls = {
  readonly host: PullRequestHost
  readonly join?: boolean
}

/**
 * `remoteOf` wraps another remote around the store, which keeps its branches in `served`; without it the store is the
 * remote.
 */
export async function createTestPublisher(
  settings: Record<string, string> = {},
  remoteOf: (repository: Repository) => GitRemote = ({ remote }) => remote,
  served: string | null = null,
  pullsAt: ((directory: string) => TestPulls) | null = null,
) {
  const api = await createTestApi(settings)
  const scratch = await scratchDirectory()
  const store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
  const directory = served ?? store.directory
  const inScope = <T>(read: (scope: TenantScope) => Promise<T>) =>
    inTenant(api.database, api.tenant.id, (tx) => read({ tx, tenant: api.tenant.id }))
  const pulls = pullsAt && pullsAt(directory)
  const pullRequests = pulls && {
    host: 'github' as const,
    apiUrl: null,
    join: pulls.join ?? true,
  }
  const readSettings = async () => ({
    ...(await inScope((scope) => readTenantRepository(api.services, api.tenant, scope))),
    pullRequests,
  })
  const place = {
    settings: await readSettings(),
    store,
    remote: new LocalRemote(store),
    host: pulls?.host ?? null,
  }
  const repository = { ...place, remote: remoteOf(place) }
  const worlds: PublisherWorld[] = []

  /** Another publisher of the same tenant, as if in another process. */
  function newWorld(over: Partial<PublisherWorld> = {}): PublisherWorld {
    const made = createWorld(
      { ...api.services, database: { ...api.database, timeouts: PUBLISHER_TIMEOUTS } },
      () => connect(inject('databaseUrl')),
      async () => ({ ...repository, settings: await readSettings() }),
    )
    const tenants = async () => [api.tenant]
    const world = { ...made, tenants, failPoint: () => undefined, ...over }
    worlds.push(world)
    return world
  }

  const world = newWorld()

  return {
    ...api,
    world,
    newWorld,
    directory,
    store,
    repository,
    inScope,
    publish: (branch = 'main', by = world) => publishUntilDone(by, api, branch),
    git: (...args: string[]) => git(directory, ...args),
    tree: (branch = 'main') => git(directory, 'rev-parse', `${branch}^{tree}`),
    commits: async (branch = 'main') =>
      (await git(directory, 'rev-list', '--first-parent', branch)).split('\n'),
    /** Somebody else's commit on a branch, made with plain git. */
    foreignCommit: (branch: string, edit: (folder: string) => Promise<void>, message?: string) =>
      foreignCommit(directory, branch, edit, message),
    history: () =>
      publishedHistory(
        { databaseUrl: inject('databaseUrl'), tenant: api.tenant.id, repository: directory },
        { patienceMs: 0 },
      ),
    async close() {
      await Promise.all(worlds.map(({ locks }) => locks.close()))
      store.close()
      await scratch.remove()
    },
  }
}

async function publishUntilDone(
  world: PublisherWorld,
  { tenant }: TestApi,
  branch: string,
): Promise<PublishOutcome> {
  for (let passes = 0; passes < 20; passes++) {
    const outcome = await publishBranch(world, tenant, branch)
    if (outcome.outcome !== 'again') return outcome
  }
  throw new Error(`publishing ${branch} doesn't come to an end`)
}

/** Plain git, as a person would use it. */
async function git(directory: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, {
    cwd: directory,
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: process.env.NODE_ENV,
      HOME: directory,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Eve',
      GIT_AUTHOR_EMAIL: 'eve@example.com',
      GIT_COMMITTER_NAME: 'Eve',
      GIT_COMMITTER_EMAIL: 'eve@example.com',
    },
  })
  return stdout.trimEnd()
}

async function foreignCommit(
  directory: string,
  branch: string,
  edit: (folder: string) => Promise<void>,
  message = 'By hand',
): Promise<string> {
  const scratch = await scratchDirectory()
  try {
    const folder = path.join(scratch.directory, 'clone')
    const exists = await git(directory, 'branch', '--list', branch)
    await git(scratch.directory, 'clone', '--quiet', directory, folder)
    await git(folder, 'checkout', '--quiet', ...(exists === '' ? ['--orphan'] : []), branch)
    await edit(folder)
    await git(folder, 'add', '--all')
    await git(folder, 'commit', '--quiet', '--message', message)
    await git(folder, 'push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`)
    return await git(folder, 'rev-parse', 'HEAD')
  } finally {
    await scratch.remove()
  }
}

/** Every file of a branch with its text. */
export async function filesOn(directory: string, branch: string): Promise<Map<string, string>> {
  const blobs = await blobsOn(directory, branch)
  const texts = await textsOf(directory, new Set(blobs.values()))
  return new Map([...blobs].map(([file, blob]) => [file, texts.get(blob)!]))
}

/** What a branch has to contain after a change, the last one if none is named, by the simple renderer of whole trees from a freshly loaded fleet. */
export async function expectedFiles(
  { services, tenant, inScope }: Pick<TestPublisher, 'services' | 'tenant' | 'inScope'>,
  branch: string,
  change: number | null = null,
): Promise<ReadonlyMap<string, string>> {
  const { fleet, repository, generation } = await inScope(async (scope) => {
    const { lastChange, generation } = await readGitState(scope)
    const { after } = await new FleetHistory().step(scope, 0, change ?? lastChange)
    const repository = await readTenantRepository(services, tenant, scope)
    return { fleet: after, repository, generation }
  })
  const settings = manifestSettings(services, tenant, repository)
  const tree = expectedTree(fleet, branch, (each) => branchOfCluster(repository, each), settings)
  return new Map([...tree, ...repositoryFiles({ ...settings, generation })])
}

/** The id of the tree of these files, computed by plain `git add`. */
export async function treeByGitAdd(files: ReadonlyMap<string, string>): Promise<string> {
  const scratch = await scratchDirectory()
  try {
    await git(scratch.directory, 'init', '--quiet')
    for (const [file, text] of files) {
      const place = path.join(scratch.directory, file)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, text)
    }
    await git(scratch.directory, '-c', 'core.autocrlf=false', 'add', '--all')
    return await git(scratch.directory, 'write-tree')
  } finally {
    await scratch.remove()
  }
}
