// A real API server with its own etcd. No other part of Kubernetes runs, so what is created stays as it is.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#db/testing/free-port.ts'
import { API_SERVER, ETCD, KUBECTL } from './programs.ts'

type Ask = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Whom to impersonate instead of the administrator; `groups` besides those that Kubernetes gives an account itself. */
  readonly as?: { readonly user: string; readonly groups: readonly string[] }
}

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
export type Printed = { readonly code: number; readonly out: string; readonly error: string }

export type ApiServer = {
  /** As its administrator, in JSON. */
  readonly ask: (ask: Ask) => Promise<Answer>
  /** Runs a command in a shell where `kubectl` talks to this cluster; `input` is its standard input. */
  readonly shell: (
    command: string,
    input?: string,
    more?: Readonly<Record<string, string>>,
  ) => Promise<Printed>
  readonly stop: () => Promise<void>
}

const ADMIN_TOKEN = 'administrator'
const PATIENCE_MS = 120_000

export async function startApiServer(): Promise<ApiServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'berth-live-'))
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const etcd = start(ETCD, etcdArguments(directory, etcdUrl, `http://127.0.0.1:${peerPort}`))
  const server = start(API_SERVER, serverArguments(directory, etcdUrl, port))
  const stop = async () => {
    await ended(server)
    await ended(etcd)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const ask = await readyToAsk(directory, port, server)
    writeKubeconfig(directory, port)
    return { ask, shell: shellIn(directory), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function etcdArguments(directory: string, url: string, peerUrl: string): string[] {
  return [
    `--data-dir=${path.join(directory, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    '--unsafe-no-fsync',
  ]
}

function serverArguments(directory: string, etcdUrl: string, port: number): string[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = path.join(directory, 'accounts.key')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const tokens = path.join(directory, 'tokens.csv')
  writeFileSync(tokens, `${ADMIN_TOKEN},administrator,1,system:masters\n`)
  return [
    `--etcd-servers=${etcdUrl}`,
    `--cert-dir=${directory}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    `--token-auth-file=${tokens}`,
    '--authorization-mode=RBAC',
    // This plugin refuses Pods in namespaces whose accounts don't exist yet, and the controller that makes them isn't
    // running here.
    '--disable-admission-plugins=ServiceAccount',
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
  ]
}

function start(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr?.resume()
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

/** Answers how to send requests, once the server is ready. Throws if it ends before. */
async function readyToAsk(directory: string, port: number, server: ChildProcess) {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until && server.exitCode === null) {
    const ask = asker(directory, port)
    if (ask !== null && (await isReady(ask))) return ask
    await wait(200)
  }
  throw new Error('the API server did not become ready')
}

async function isReady(ask: ApiServer['ask']): Promise<boolean> {
  try {
    return (await ask({ path: '/readyz' })).status === 200
  } catch {
    return false
  }
}

/** Null while the server has no certificate yet. */
function asker(directory: string, port: number): ApiServer['ask'] | null {
  const ca = certificate(directory)
  if (ca === null) return null
  const agent = new https.Agent({ keepAlive: true, maxSockets: 16, ca })
  return ({ method = 'GET', path, body, as }) =>
    new Promise((resolve, reject) => {
      const request = https.request({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${ADMIN_TOKEN}`,
          'content-type': 'application/json',
          ...(as && { 'impersonate-user': as.user, 'impersonate-group': [...as.groups] }),
        },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = response.headers['content-type']?.startsWith('application/json') === true
          const body = isJson ? (JSON.parse(text) as Answer['body']) : { text }
          resolve({ status: response.statusCode ?? 0, body })
        })
      })
      request.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

function certificate(directory: string): Buffer | null {
  try {
    return readFileSync(path.join(directory, 'apiserver.crt'))
  } catch {
    return null
  }
}

function writeKubeconfig(directory: string, port: number): void {
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    'certificate-authority': path.join(directory, 'apiserver.crt'),
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'live', cluster }],
    users: [{ name: 'administrator', user: { token: ADMIN_TOKEN } }],
    contexts: [{ name: 'live', context: { cluster: 'live', user: 'administrator' } }],
    'current-context': 'live',
  }
  writeFileSync(path.join(directory, 'kubeconfig'), JSON.stringify(config))
}

function shellIn(directory: string): ApiServer['shell'] {
  return (command, input = '', more = {}) =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        HOME: directory,
        KUBECONFIG: path.join(directory, 'kubeconfig'),
        PATH: `${path.dirname(KUBECTL)}:${process.env['PATH']}`,
        ...more,
      }
      const child = execFile(
        'bash',
        ['-c', command],
        { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 },
        (error, out, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
          resolve({ code, out, error: stderr })
        },
      )
      child.stdin?.end(input)
    })
}
