// What clusters report, as the reporter of each would send it.
import { expect, type Page } from '@playwright/test'

type Placed = {
  readonly namespace: string
  readonly application: string
  /** Null: it waits for a release. */
  readonly wanted: { readonly revision: string } | null
  readonly published: { readonly commit: string; readonly change: number }
}

/** A commit of the applications' sources. */
export const SOURCE_COMMIT = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678'

/**
 * Reports as a cluster that pulled all that is placed on it, which is healthy there but for what is said of some of its
 * applications, by `team/name`; null: it isn't there. `page`: an admin's, who makes the cluster's token.
 */
export async function report(
  page: Page,
  cluster: string,
  said: Readonly<Record<string, object | null>> = {},
  { agoMs = 0, ...given }: { readonly agoMs?: number } & Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const placed = await publishedOn(page, cluster)
  const items = placed.flatMap(({ namespace, application, wanted }) => {
    const own = said[`${namespace}/${application}`]
    const item = itemOf(`${namespace}--${application}`, wanted?.revision ?? null)
    return own === null ? [] : [{ ...item, ...own }]
  })
  const [newest] = placed.toSorted((a, b) => b.published.change - a.published.change)
  const root = { ...itemOf('berth', null), revision: newest?.published.commit }
  const at = new Date(Date.now() - agoMs).toISOString()
  const body = { apiVersion: 'berth.dev/v1', kind: 'Report', at, items: [root, ...items], ...given }
  const { origin, token } = await tokenOf(page, cluster)
  const answer = await fetch(`${origin}/api/v1/clusters/${cluster}/report`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

async function tokenOf({ request }: Page, cluster: string) {
  const { origin } = new URL((await request.get('/api/v1/me')).url())
  const data = { name: `report of ${cluster}`, role: 'reader', cluster, days: 1 }
  const answer = await request.post('/api/v1/tokens', { headers: { origin }, data })
  expect(answer.status(), await answer.text()).toBe(201)
  const { token }: { token: string } = await answer.json()
  return { origin, token }
}

/** What is released to a cluster, once all of it is in Git. */
async function publishedOn({ request }: Page, cluster: string): Promise<readonly Placed[]> {
  const path = `/api/v1/placements?cluster=${cluster}&limit=100`
  let items: readonly Placed[] = []
  await expect(async () => {
    const answer: { items: typeof items } = await (await request.get(path)).json()
    items = answer.items.filter(({ wanted }) => wanted !== null)
    expect(items.filter(({ published }) => published === null)).toEqual([])
  }).toPass()
  return items
}

function itemOf(name: string, targetRevision: string | null) {
  return {
    namespace: 'argocd',
    name,
    targetRevision,
    revision: SOURCE_COMMIT,
    sync: 'Synced',
    health: 'Healthy',
    phase: 'Succeeded',
    history: [{ id: 1, revision: SOURCE_COMMIT, deployedAt: new Date().toISOString() }],
  }
}
