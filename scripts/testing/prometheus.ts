// A real Prometheus, which scrapes a small exporter and writes what it scraped elsewhere: Debian's package `prometheus`, or any
// other one at the path in BERTH_PROMETHEUS.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#db/testing/free-port.ts'

const PROGRAM = process.env['BERTH_PROMETHEUS'] ?? 'prometheus'
const PATIENCE_MS = 60_000
const SCRAPE = '1s'

/** Whether there is one to start here. */
export const hasPrometheus = spawnSync(PROGRAM, ['--version']).status === 0

/** Prometheus' own tool, which comes with it. */
const promtool = PROGRAM.replace(/prometheus$/, 'promtool')
export const hasPromtool = spawnSync(promtool, ['--version']).status === 0

/** What is wrong with a file of rules, in promtool's words; empty: nothing. */
export function faultsOfRules(file: string): string {
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'rules', '--lint-fatal', file], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** Serves the pages that `render` answers, by path, such as `/metrics`. */
export async function startExporter(render: (page: string) => string | null) {
  const server = createServer((request, response) => {
    const text = render(request.url ?? '')
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/plain; version=0.0.4' })
    response.end(text ?? '')
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    target: `127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Scrape = { readonly job: string; readonly target: string; readonly path: string }

/**
 * Starts one with these targets and, of its configuration, any other sections as YAML. `$BERTH_URL` in it stands for `berth.url`,
 * and `/etc/prometheus/berth-token` for a file with `berth.token`.
 */
export async function startPrometheus(
  scrapes: readonly Scrape[],
  { yaml = '', berth }: { yaml?: string; berth?: { url: string; token: string } } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-prometheus-'))
  const port = await freePort()
  const tokenFile = path.join(folder, 'token')
  if (berth) writeFileSync(tokenFile, berth.token)
  const sections = yaml
    .replaceAll('$BERTH_URL', berth?.url ?? '')
    .replaceAll('/etc/prometheus/berth-token', tokenFile)
  const file = path.join(folder, 'prometheus.yml')
  writeFileSync(file, `${scrapeConfigs(scrapes)}\n${sections}`)
  const child = spawn(
    PROGRAM,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const written: string[] = []
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const output = () => written.join('')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url, child, output)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, output, stop }
}

function scrapeConfigs(scrapes: readonly Scrape[]): string {
  const jobs = scrapes.map(({ job, target, path: page }) => ({
    job_name: job,
    metrics_path: page,
    static_configs: [{ targets: [target] }],
  }))
  // JSON is YAML.
  return [
    `global: { scrape_interval: ${SCRAPE}, scrape_timeout: ${SCRAPE} }`,
    `scrape_configs: ${JSON.stringify(jobs)}`,
  ].join('\n')
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error(`Prometheus did not start:\n${output()}`)
}
