// The programs of a real cluster, built from their sources from Go's module proxy, and what Argo CD's own release installs.
// None of it is part of Berth: `go.mod` names the versions, `go.sum` their hashes.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const HERE = import.meta.dirname
const BUILT = path.resolve(HERE, '../../node_modules/.cache/live')

export const ETCD = path.join(BUILT, 'server')
export const API_SERVER = path.join(BUILT, 'kube-apiserver')
export const KUBECTL = path.join(BUILT, 'kubectl')

/** Takes minutes the first time, as it compiles Kubernetes; Go caches the results. */
export function buildPrograms(): void {
  mkdirSync(BUILT, { recursive: true })
  execFileSync('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', `${BUILT}/`, 'tool'], {
    cwd: HERE,
    stdio: 'inherit',
  })
}

/** The newest module that can be fetched with the Go version that Kubernetes needs. */
const ARGOCD = 'github.com/argoproj/argo-cd/v3@v3.5.7'
const ARGOCD_SUM = 'h1:Xm1BF+I5OgDKUG3SDK49vn2/Y5AMyaNVko+/JT08gj0='

/** The folder of Argo CD's manifests. Throws when they have changed. */
export function argocdManifests(): string {
  const printed = execFileSync('go', ['mod', 'download', '-json', ARGOCD], {
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  const { Dir, Sum } = JSON.parse(printed) as { Dir: string; Sum: string }
  if (Sum !== ARGOCD_SUM) throw new Error(`${ARGOCD} is ${Sum}`)
  return path.join(Dir, 'manifests')
}
