// The programs of other people that read what Berth writes, built from their sources from Go's module proxy. None of it is part
// of Berth: each folder's `go.mod` names the versions, `go.sum` their hashes.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const HERE = import.meta.dirname
const CACHE =
  process.env['BERTH_PEERS_CACHE'] ?? path.resolve(HERE, '../../node_modules/.cache/peers')

/** More at once need more memory than small machines have. */
const PACKAGES_AT_ONCE = '2'

type Built = {
  /** With `go.mod` and `go.sum`. */
  readonly folder: string
  readonly files: readonly string[]
  /** As `go build` is told. */
  readonly packages: string
}

const ARGOCD: Built = { folder: 'argocd', files: ['go.mod', 'go.sum', 'main.go'], packages: '.' }
const TOOLS: Built = { folder: 'tools', files: ['go.mod', 'go.sum'], packages: 'tool' }

/** Where the programs are: a folder for each set of sources, so that another version is another folder. */
function placeOf({ folder, files }: Built): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(path.join(HERE, folder, file))).update('\0')
  return path.join(CACHE, `${folder}-${hash.digest('hex').slice(0, 16)}`)
}

export const RENDERER = path.join(placeOf(ARGOCD), 'argocd')
export const HELM = path.join(placeOf(TOOLS), 'helm')
export const REGISTRY = path.join(placeOf(TOOLS), 'registry')
/** Where Argo CD finds `helm` and `kustomize`. */
export const TOOLS_PATH = `${placeOf(TOOLS)}:${process.env['PATH']}`

const isBuilt = [ARGOCD, TOOLS].every((built) => existsSync(placeOf(built)))
const hasGo = spawnSync('go', ['version']).status === 0

/** Why nothing can be tested here; null: it can. */
export const missing =
  isBuilt || hasGo ? null : 'Go 1.26 is missing, which builds Argo CD, Helm and Kustomize'

/** Takes minutes the first time, as it compiles Argo CD; nothing once it is built. */
export function buildPrograms(): void {
  for (const built of [ARGOCD, TOOLS]) build(built)
}

function build(built: Built): void {
  const place = placeOf(built)
  if (existsSync(place)) return
  const unfinished = `${place}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const kept = ['-trimpath', '-ldflags=-s -w', '-o', `${unfinished}/`, built.packages]
    execFileSync('go', ['build', '-p', PACKAGES_AT_ONCE, ...kept], {
      cwd: path.join(HERE, built.folder),
      stdio: 'inherit',
    })
    renameSync(unfinished, place)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
