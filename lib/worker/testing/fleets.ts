// A small fleet through the API, and single edits of it, for tests of what is published.
import type { TestApi } from '#lib/http/testing/api.ts'

type Caller = Pick<TestApi, 'call'>

export const team = (name = 'ieb', more: object = {}) => ({ name, ...more })

export const application = (name = 'app1', more: object = {}) => ({
  name,
  namespace: 'ieb',
  description: '',
  repo_url: `https://git.example.com/ieb/${name}.git`,
  repo_branch: 'master',
  repo_path: `manifest/${name}`,
  metadata: { common: 'true' },
  ...more,
})

/** What may lie in the directory of an application: values differ from others alone, too. */
export const SOURCES = [
  { type: 'git', render: 'auto' },
  { type: 'git', render: 'kustomize' },
  { type: 'git', render: 'helm', values: { size: 1, image: { tag: 'a' } } },
  { type: 'git', render: 'helm', values: { size: 2, image: { tag: 'a' } } },
  { type: 'git', render: 'helm', values: { size: 1 }, config_under: '/told' },
] as const

export const cluster = (name: string, region = 'east', environment = 'prod') => ({
  name,
  description: '',
  shortName: name,
  environment,
  metadata: { region },
})

export const policy = (name = 'everywhere', clusters: unknown = { region: 'east' }) => ({
  name,
  app_selector: { common: 'true' },
  cluster_selector: clusters,
})

/**
 * Sends a request that must be accepted, and confirms as many removals and changes as it makes. Answers its change, or null
 * when it changed nothing.
 */
export async function save(
  { call }: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<number | null> {
  const headers: Record<string, string> = method === 'POST' ? {} : { 'If-Match': '*' }
  const confirmed = new URLSearchParams()
  for (;;) {
    const answer = await call(`${path}?${confirmed}`, { method, body, headers })
    if (answer.status < 300) return changeOf(answer.headers)
    const { confirmRemovals = null, confirmChanges = null } =
      answer.json?.impact ?? answer.json ?? {}
    const known = confirmed.toString()
    if (confirmRemovals !== null) confirmed.set('confirmRemovals', String(confirmRemovals))
    if (confirmChanges !== null) confirmed.set('confirmChanges', String(confirmChanges))
    if (confirmed.toString() === known) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    }
  }
}

function changeOf(headers: Headers): number | null {
  const change = headers.get('berth-change')
  return change === null ? null : Number(change)
}

/** A team, an application on every cluster of the east, and two clusters there. */
/** It tells applications on the clusters that it selects in which zone they are. */
export function schema(clusters: unknown = 'told!=no'): object {
  return {
    name: 'zones',
    app_selector: '*',
    cluster_selector: clusters,
    schema: { type: 'object', properties: { zone: { type: 'string', default: 'a' } } },
  }
}

export async function saveSmallFleet(api: Caller): Promise<void> {
  await save(api, 'POST', '/teams', team())
  await save(api, 'POST', '/clusters', cluster('one'))
  await save(api, 'POST', '/clusters', cluster('two'))
  await save(api, 'POST', '/applications', application())
  await save(api, 'POST', '/target-policies', policy())
}
