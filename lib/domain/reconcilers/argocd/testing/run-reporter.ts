// The reporter's script with a real shell and real programs, but for a kubectl that prints files, and a sleep that doesn't wait.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REPORTER_SCRIPT } from '../reporter-script.ts'

const PROGRAMS = 'curl gzip jq sed tr od sha256sum cut sort tail date'.split(' ')
/** Those that a machine may lack. */
const OPTIONAL = ['curl', 'jq']

/** The programs without which the script can't be run here; empty: it can. */
export const MISSING_PROGRAMS = OPTIONAL.filter((program) => pathOf(program) === null)

/** What `kubectl get` prints of each; without a text it fails. */
export type ClusterFiles = Readonly<
  Record<
    'applications.argoproj.io' | 'configmap' | 'clusterrole' | 'appprojects.argoproj.io',
    string
  >
>

export type ReporterFolder = {
  readonly show: (files: { readonly [What in keyof ClusterFiles]: string | undefined }) => void
  /** Makes the Secret anew. */
  readonly keep: (secret: Readonly<Record<string, string>>) => void
  /** Runs the script until it has waited so many times. */
  readonly run: (order: {
    readonly url: string
    readonly cluster: string
    readonly rounds: number
    /** Whether to write down what words programs are given. */
    readonly isWatched?: boolean
  }) => Promise<Reported>
  readonly remove: () => void
}

type Reported = {
  /** Everything that it printed, without the instants. */
  readonly said: readonly string[]
  /** For how many seconds it waited each time. */
  readonly waits: readonly number[]
  /** Where it was watched, every word that was given to a program, in a line each. */
  readonly args: string
}

/** `kubectl` is a program in place of the one that prints files. */
export function reporterFolder(kubectl: string = PRINTS_FILES): ReporterFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-reporter-'))
  const within = (name: string) => path.join(folder, name)
  const folders = {
    programs: within('programs'),
    watched: within('watched'),
    cluster: within('cluster'),
    secret: within('secret'),
  }
  fill(folders.programs, { kubectl, sleep: COUNTS_WAITS })
  fill(folders.watched, watchedPrograms())
  return {
    show: (files) => fill(folders.cluster, files),
    keep: (files) => fill(folders.secret, files),
    run: (order) => runIn(folder, folders, order),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes a folder anew, with these files and no others. */
function fill(folder: string, files: Readonly<Record<string, string | undefined>>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined) writeFileSync(path.join(folder, name), text, { mode: 0o755 })
  }
}

const PRINTS_FILES = '#!/bin/sh\ncat "$CLUSTER/$2"\n'
const COUNTS_WAITS =
  '#!/bin/sh\necho "$1" >>"$RECORD/waits"\n' +
  '[ "$(wc -l <"$RECORD/waits")" -lt "$ROUNDS" ] || kill -TERM "$PPID"\n'

/** The real programs, each of which writes down its words before it does its work. */
function watchedPrograms(): Record<string, string> {
  // Shells have a printf of their own; one that hasn't would be seen.
  const names = [...PROGRAMS, 'printf']
  return Object.fromEntries(
    names.map((name) => [
      name,
      `#!/bin/sh\nprintf '%s\\n' "$0" "$@" >>"$RECORD/args"\nexec ${pathOf(name) ?? name} "$@"\n`,
    ]),
  )
}

function pathOf(program: string): string | null {
  try {
    const found = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
    // A shell says the bare name of what it has itself.
    return path.isAbsolute(found) ? found : whereverIs(program)
  } catch {
    return null
  }
}

function whereverIs(program: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.map((folder) => path.join(folder, program)).find((one) => existsSync(one)) ?? null
}

type Folders = Readonly<Record<'programs' | 'watched' | 'cluster' | 'secret', string>>

async function runIn(
  folder: string,
  { programs, watched, cluster, secret }: Folders,
  order: Parameters<ReporterFolder['run']>[0],
): Promise<Reported> {
  const [record, work] = [
    mkdtempSync(path.join(folder, 'r-')),
    mkdtempSync(path.join(folder, 'w-')),
  ]
  for (const name of ['args', 'waits']) writeFileSync(path.join(record, name), '')
  const child = spawn('sh', ['-c', REPORTER_SCRIPT], {
    cwd: work,
    env: {
      NODE_ENV: 'test',
      PATH: [programs, ...(order.isWatched ? [watched] : []), process.env['PATH']].join(':'),
      RECORD: record,
      CLUSTER: cluster,
      ROUNDS: String(order.rounds),
      BERTH_URL: order.url,
      BERTH_CLUSTER: order.cluster,
      BERTH_SECRET: secret,
      HOME: work,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  await new Promise((resolve) => child.once('close', resolve))
  const lines = (name: string) => readFileSync(path.join(record, name), 'utf8').split('\n')
  return {
    said: printed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /, '')),
    waits: lines('waits').slice(0, -1).map(Number),
    args: lines('args').join('\n'),
  }
}
