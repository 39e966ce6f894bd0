// What a real Argo CD makes of what Berth wrote.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PROGRAMS_PATH, RENDERER } from './programs.ts'

export type KubernetesObject = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, string>>
}

type Rendered = {
  readonly sourceType: 'Directory' | 'Helm' | 'Kustomize'
  readonly revision: string
  readonly objects: readonly KubernetesObject[]
}

/** The objects that its repo-server renders of an Application, given with its AppProject. Throws with what Argo CD says. */
export async function renderedByArgocd(
  documents: readonly object[],
  environment: NodeJS.ProcessEnv,
): Promise<Rendered> {
  const child = spawn(RENDERER, [], { env: { ...environment, PATH: PROGRAMS_PATH } })
  const ended = once(child, 'close') as Promise<[number | null]>
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  // JSON is YAML.
  child.stdin.end(documents.map((document) => JSON.stringify(document)).join('\n---\n'))
  const [[code], [out, error]] = await Promise.all([ended, outputs])
  if (code !== 0) throw new Error(error.trim())
  const { objects, ...rest } = JSON.parse(out) as Rendered
  return { ...rest, objects: objects ?? [] }
}
