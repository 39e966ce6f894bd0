// The whole tree of a branch, built from the model as the publisher does it for a branch that doesn't exist yet.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findTenant, readTenantState } from '#db/queries/tenants.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createPublishingServices, openServiceSecrets } from '#lib/start/boot.ts'
import { rendererOf } from '#lib/usecases/changes/plan.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import { tenantRepository } from '#lib/usecases/repository/tenant-repository.ts'
import { newTree } from '#lib/worker/branch-tree.ts'
import { FleetHistory } from '#lib/worker/fleet-history.ts'
import { git, gitBytes, readBlobs } from './git.ts'
import { median, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { inStand, type Stand } from './stand.ts'

const BRANCH = 'main'
const RUNS = 3
const REACH_MS = 10_000
const SIGNATURE = { name: 'bench', email: 'bench@example.com', epochSeconds: 0 }

export async function benchFullTree(stand: Stand, report: Report): Promise<void> {
  const incremental = git(stand.repository, 'rev-parse', `refs/heads/${BRANCH}^{tree}`)
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    times.push(await inScratch((directory) => timeFromModel(stand, directory, incremental)))
  }
  const ms = median(times)
  const plain = await inScratch((directory) => timePlainGit(stand, directory, incremental))
  report.figure({
    what: `full tree from the model, ${count(plain.files)} files, same id as the incremental one`,
    reach: `under ${REACH_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `git fast-import, ${milliseconds(plain.fastImportMs)}`,
    ratio: ratioOf(ms, plain.fastImportMs),
    isReached: ms < REACH_MS,
  })
  report.note(
    `by git update-index and write-tree: ${milliseconds(plain.indexMs)}, ${ratioOf(ms, plain.indexMs)}`,
  )
}

async function inScratch<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), 'berth-full-tree-'))
  try {
    return await run(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** From the empty process and the empty repository to the commit on its branch. Throws when it has another tree. */
async function timeFromModel(stand: Stand, directory: string, expected: string): Promise<number> {
  const repository = path.join(directory, 'gitops.git')
  const store = await openObjectStore(repository, BRANCH)
  try {
    const tenant = await findTenant(stand.database, 'default')
    if (tenant === null) throw new Error('The portal has no tenant')
    const services = await servicesLike(stand)
    const ms = await timeOf(async () => {
      const tree = await treeFromModel(stand, services, tenant)
      const text = { author: SIGNATURE, committer: SIGNATURE, message: 'full tree\n' }
      const commit = gitObject('commit', encodeCommit({ tree: tree.id, parents: [], ...text }))
      await store.write([...tree.objects, commit])
      await new LocalRemote(store).push(BRANCH, null, commit.id)
    })
    requireTree('the model', git(repository, 'rev-parse', `refs/heads/${BRANCH}^{tree}`), expected)
    return ms
  } finally {
    store.close()
  }
}

/** The services of a process with the portal's settings, as far as its files depend on them. */
async function servicesLike({ portal, directory, database }: Stand): Promise<PublishingServices> {
  const environment = readEnvironment({
    BERTH_URL: portal.url,
    BERTH_DATA_DIR: directory,
    LOG_LEVEL: 'silent',
  })
  const { sealing } = await openServiceSecrets(environment)
  return createPublishingServices(environment, database, sealing)
}

async function treeFromModel(stand: Stand, services: PublishingServices, tenant: TenantIdentity) {
  const step = await inStand(stand, async (scope) => {
    const { lastChange } = await readTenantState(scope, { lock: false })
    return new FleetHistory().step(scope, lastChange, lastChange)
  })
  const repository = tenantRepository(services.environment, tenant, {
    repository: null,
    kinds: null,
  })
  return newTree({
    tip: null,
    readTree: async () => null,
    branch: BRANCH,
    step,
    gone: [],
    render: rendererOf(services, tenant, repository),
    whole: { installation: tenant.installation, tenant: tenant.name, generation: null },
  })
}

function requireTree(whence: string, found: string, expected: string): void {
  if (found === expected) return
  throw new Error(`The tree from ${whence} is ${found}, the incremental one ${expected}`)
}

/** The same files by plain git, in two ways; writing its input isn't counted. */
async function timePlainGit({ repository }: Stand, directory: string, expected: string) {
  const files = listFiles(repository, expected)
  const blobs = readBlobs(repository, new Set(files.map(({ blob }) => blob)))
  const texts = blobLines(blobs)
  const marks = new Map([...blobs.keys()].map((id, index) => [id, index + 1]))
  const commit = 'commit refs/heads/main\ncommitter bench <bench@example.com> 0 +0000\ndata 0\n'
  const edits = files.map(({ blob, path }) => `M 100644 :${marks.get(blob)} ${path}\n`)
  const entries = files.map(({ blob, path }) => `100644 ${blob}\t${path}\n`)
  const importing = await inNewRepository(directory, 'import', async (target) => {
    const stream = writeInput(directory, [...texts, commit, ...edits])
    const ms = await timeOf(async () => gitBytes(target, ['fast-import', '--quiet'], stream))
    closeSync(stream)
    return { ms, tree: git(target, 'rev-parse', 'refs/heads/main^{tree}') }
  })
  requireTree('git fast-import', importing.tree, expected)
  const indexing = await inNewRepository(directory, 'index', async (target) => {
    const blobStream = writeInput(directory, texts)
    const entryStream = writeInput(directory, entries)
    let tree = ''
    const ms = await timeOf(async () => {
      gitBytes(target, ['fast-import', '--quiet'], blobStream)
      gitBytes(target, ['update-index', '--add', '--index-info'], entryStream)
      tree = git(target, 'write-tree')
    })
    closeSync(blobStream)
    closeSync(entryStream)
    return { ms, tree }
  })
  requireTree('the index', indexing.tree, expected)
  return { files: files.length, fastImportMs: importing.ms, indexMs: indexing.ms }
}

function inNewRepository<T>(
  directory: string,
  name: string,
  measure: (target: string) => Promise<T>,
): Promise<T> {
  const target = path.join(directory, name)
  git(directory, 'init', '--quiet', '--bare', target)
  return measure(target)
}

type TreeFile = { readonly blob: string; readonly path: string }

function listFiles(repository: string, tree: string): TreeFile[] {
  const args = ['ls-tree', '-r', '-z', '--format=%(objectname) %(path)', tree]
  const lines = gitBytes(repository, args).toString().split('\0').slice(0, -1)
  return lines.map((line) => ({ blob: line.slice(0, 40), path: line.slice(41) }))
}

/** https://git-scm.com/docs/git-fast-import#_input_format */
function blobLines(blobs: ReadonlyMap<string, Buffer>): string[] {
  return [...blobs.values()].map(
    (body, index) => `blob\nmark :${index + 1}\ndata ${body.length}\n${body.toString()}\n`,
  )
}

const CHUNK_LINES = 50_000

/** A file with these lines, open for reading from its beginning. */
function writeInput(directory: string, lines: readonly string[]): number {
  const file = path.join(mkdtempSync(path.join(directory, 'input-')), 'lines')
  const written = openSync(file, 'w')
  for (let at = 0; at < lines.length; at += CHUNK_LINES) {
    writeSync(written, lines.slice(at, at + CHUNK_LINES).join(''))
  }
  closeSync(written)
  return openSync(file, 'r')
}
