// Programs of other people that read what Berth writes, built from their sources from Go's module proxy. None of it is part of
// Berth: `go.mod` names the versions, `go.sum` their hashes.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const HERE = import.meta.dirname
const CACHE =
  process.env['BERTH_PEERS_CACHE'] ?? path.resolve(HERE, '../../node_modules/.cache/peers')

/** More at once need more memory than small machines have. */
const PACKAGES_AT_ONCE = '2'

/** All that decides what is built: other sources are built into another folder. */
const SOURCES = ['go.mod', 'go.sum', 'argocd/main.go', 'registry/main.go']
const BUILT = path.join(CACHE, hashOf(SOURCES))

/** Prints what Argo CD renders. */
export const RENDERER = path.join(BUILT, 'argocd')
export const HELM = path.join(BUILT, 'helm')
export const REGISTRY = path.join(BUILT, 'registry')
/** Where Argo CD finds the programs that it runs. */
export const PROGRAMS_PATH = [BUILT, path.join(HERE, 'argocd'), process.env['PATH']].join(':')

const hasGo = spawnSync('go', ['version']).status === 0

/** Why nothing can be tested here; null: it can. */
export const missing =
  existsSync(BUILT) || hasGo ? null : 'Go 1.26 is missing, which builds Argo CD, Helm and Kustomize'

/** Takes minutes the first time, as it compiles Argo CD; nothing once it is built. */
export function buildPrograms(): void {
  if (existsSync(BUILT)) return
  const unfinished = `${BUILT}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const kept = ['-trimpath', '-ldflags=-s -w', '-o', `${unfinished}/`]
    const packages = ['./argocd', './registry', 'tool']
    execFileSync('go', ['build', '-p', PACKAGES_AT_ONCE, ...kept, ...packages], {
      cwd: HERE,
      stdio: 'inherit',
    })
    renameSync(unfinished, BUILT)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(path.join(HERE, file))).update('\0')
  return hash.digest('hex').slice(0, 16)
}
