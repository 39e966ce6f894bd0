import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiPaths } from '#lib/schemas/paths.ts'
import { ask } from './api.ts'

const NETWORK = /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\baxios\b|\bmethod="post"/i

function portalSends(path: string, method?: 'GET' | 'POST' | 'PUT' | 'DELETE') {
  const fetch = vi.fn(async () => Response.json({ ok: true }))
  vi.stubGlobal('fetch', fetch)
  const { signal } = new AbortController()
  const sent = ask(path, { ...(method && { method }), signal })
  return { fetch, sent }
}

afterEach(() => vi.unstubAllGlobals())

describe('the portal’s pages and REST', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)('send no %s that would be kept', async (method) => {
    for (const path of ['/api/v1/teams', '/api/v1/teams?dryRun=false', '/api/v1/teams?q=dryRun']) {
      const { fetch, sent } = portalSends(path, method)
      await expect(sent).rejects.toThrow('server actions')
      expect(fetch).not.toHaveBeenCalled()
    }
  })

  it('send what keeps nothing: reads, dry runs, and the trial of a repository', async () => {
    for (const [path, method] of [
      ['/api/v1/teams', undefined],
      ['/api/v1/teams/ieb?dryRun=true', 'DELETE'],
      [apiPaths.tryRepositorySettings, 'POST'],
    ] as const) {
      const { fetch, sent } = portalSends(path, method)
      await sent
      expect(fetch).toHaveBeenCalledOnce()
    }
  })

  it('reach the network in no other way', () => {
    const asking = globSync('{app,components}/**/*.{ts,tsx}').filter(
      (file) => !file.endsWith('.test.ts') && NETWORK.test(readFileSync(file, 'utf8')),
    )
    expect(asking).toEqual(['components/api.ts'])
  })
})
