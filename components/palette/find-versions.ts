import { ask } from '#components/api.ts'
import { apiCollection, apiPaths, withQuery } from '#lib/schemas/paths.ts'
import { pause } from './find-objects.ts'

export type FoundVersion = {
  readonly namespace: string
  readonly application: string
  readonly number: number
  readonly name: string | null
}

/** Of so many applications it is looked for, and so many of each are found. */
const APPLICATIONS = 4
const VERSIONS = 4

type Listed = { readonly name: string; readonly namespace: string; readonly follow: string }

/** Versions of which the text says the application and then the name, or parts of these, as `edge-agent 1.2`. */
export async function findVersions(text: string, signal: AbortSignal): Promise<FoundVersion[]> {
  const [, application, version] = /^(\S+)\s+(\S+)$/.exec(text) ?? []
  if (application === undefined || version === undefined) return []
  await pause(signal)
  const path = withQuery(apiCollection('application'), { q: application, limit: APPLICATIONS })
  const { answer } = await ask<{ readonly items: readonly Listed[] }>(path, { signal })
  const following = answer.items.filter(({ follow }) => follow === 'versions')
  const found = await Promise.all(following.map((one) => versionsOf(one, version, signal)))
  return found.flat()
}

async function versionsOf(
  { namespace, name: application }: Listed,
  text: string,
  signal: AbortSignal,
): Promise<FoundVersion[]> {
  const path = withQuery(apiPaths.versions(namespace, application), { q: text, limit: VERSIONS })
  const { answer } = await ask<{
    readonly items: readonly Pick<FoundVersion, 'number' | 'name'>[]
  }>(path, { signal })
  return answer.items.map(({ number, name }) => ({ namespace, application, number, name }))
}
