// The repositories of teams, where applications say that they are: Git repositories, a chart repository and a registry.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startGitHttpServer } from '#lib/adapters/git/testing/git-http-server.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { type Files, writeFiles } from './files.ts'
import { CHARTS_HOST, GIT_HOST, REGISTRY_HOST, startInternet } from './internet.ts'
import { HELM } from './programs.ts'
import { startRegistry } from './registry.ts'
import { CHART, chart } from './samples.ts'

const run = promisify(execFile)

const TLS = { key: CERTIFICATE_KEY, cert: CERTIFICATE }

export type Sources = Awaited<ReturnType<typeof startSources>>

/** Nothing is in them but a chart in these versions, which both the chart repository and the registry have. */
export async function startSources(chartVersions: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-peers-'))
  const repositories = path.join(folder, 'repositories')
  mkdirSync(repositories)
  const git = await startGitHttpServer(path.join(repositories, 'any.git'), { tls: TLS })
  const charts = await serveFolder(path.join(folder, 'charts'))
  const registry = await startRegistry(folder)
  const internet = await startInternet(folder, {
    [GIT_HOST]: Number(new URL(git.origin).port),
    [CHARTS_HOST]: charts.port,
    [REGISTRY_HOST]: registry.port,
  })
  const environment = {
    ...internet.environment,
    NODE_ENV: process.env.NODE_ENV,
    HOME: folder,
    TMPDIR: folder,
  }
  await offerCharts(folder, chartVersions, environment)
  return {
    environment,
    push: registry.push,
    addRepository: (name: string, files: Files) =>
      commitFiles(path.join(repositories, `${name}.git`), files),
    /** Serves a repository of this machine at a path. */
    addMirror(place: string, directory: string): void {
      execFileSync('git', ['clone', '--quiet', '--bare', directory, path.join(repositories, place)])
    },
    async close() {
      await Promise.all([internet.close(), charts.close(), git.close(), registry.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function commitFiles(bare: string, files: Files): void {
  const folder = `${bare}.work`
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args])
  writeFiles(folder, files)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'x')
  git('clone', '--quiet', '--bare', folder, bare)
}

/** As a team releases a chart: by Helm itself. Its requests are answered by this process, which therefore must not block. */
async function offerCharts(
  folder: string,
  versions: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const env = { ...environment, PATH: process.env['PATH'] }
  const helm = (...args: string[]) => run(HELM, args, { cwd: folder, env })
  for (const version of versions) {
    const source = path.join(folder, `chart-${version}`, CHART)
    writeFiles(source, chart(version))
    await helm('package', source, '--destination', 'charts')
    await helm('push', `charts/${CHART}-${version}.tgz`, `oci://${REGISTRY_HOST}/charts`)
  }
  await helm('repo', 'index', 'charts', '--url', `https://${CHARTS_HOST}`)
}

async function serveFolder(folder: string) {
  mkdirSync(folder)
  const server = createServer(TLS, (request, response) => {
    try {
      response.end(readFileSync(path.join(folder, path.basename(request.url ?? ''))))
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    port: address.port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
