// The walk-through of versions, with a repository at a stand-in for a Git host.
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { startStandInHost, type StandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'
import { walkThrough } from './testing/walk-through.ts'

const TOKEN = 'token-of-pull-requests'
const [V1, V2] = ['1', '2'].map((digit) => digit.repeat(40))
const LOOK_MS = 500

const data = preparedDataDirectory()
let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let repository: string
let host: StandInHost
let portal: Portal
beforeAll(async () => {
  scratch = await scratchDirectory()
  repository = path.join(scratch.directory, 'served.git')
  const served = await openObjectStore(repository, 'main')
  served.close()
  host = await startStandInHost('github', repository, TOKEN)
  portal = await startDemo(data.directory, ['--empty'], {
    GITOPS_BRANCH: '{environment}',
    GITOPS_REPO_URL: repository,
    GITOPS_PULL_URL: 'https://git.example.com/ieb/gitops.git',
    GITOPS_PULL_REQUEST_HOST: host.host,
    GITOPS_PULL_REQUEST_API_URL: host.repository.api,
    GITOPS_PULL_REQUEST_TOKEN: TOKEN,
  })
  await tellOfMerges()
}, 180_000)
afterAll(async () => {
  await portal.stop()
  await host.close()
  data.remove()
  await scratch.remove()
})

/** A webhook of the repository, entered at the host. */
async function tellOfMerges(): Promise<void> {
  const made = await fetch(`${portal.url}/api/v1/hooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${portal.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Merges', namespace: null, host: host.host }),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong shape is a webhook that tells nobody
  const { id, secret } = (await made.json()) as { id: string; secret: string }
  host.setHook({ url: `${portal.url}/api/v1/hooks/${id}`, secret, manner: 'once' })
}

/** Does what the document tells its readers to: merges each pull request that is opened, until the end. Answers with how many. */
function mergePulls(): { end: () => Promise<number> } {
  let merged = 0
  let looking = Promise.resolve()
  const mergeOpen = async () => {
    for (const { number } of (await host.pulls()).filter(({ state }) => state === 'open')) {
      await host.merge(number, 'squash')
      merged += 1
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(mergeOpen)
  }, LOOK_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await looking
      return merged
    },
  }
}

it('the walk-through of versions works as it is written, from two environments to a rollback', async () => {
  const merging = mergePulls()
  let told = ''
  let merged = 0
  try {
    told = await walkThrough('docs/versions.md', {
      folder: scratch.directory,
      portal,
      environment: { REPO: repository },
    })
  } finally {
    merged = await merging.end()
  }
  for (const cluster of ['qa-1', 'prod-1', 'prod-2']) {
    const branch = cluster.replace(/-\d$/, '')
    const file = `origin/${branch}:clusters/${cluster}/apps/shop/till.yaml`
    expect(told).toContain(`${file}:    targetRevision: "${V1}"`)
  }
  const { items } = JSON.parse(told.trim().split('\n').at(-1)!)
  expect(items.map(({ version }: { version: string }) => version)).toEqual([V1, V2, V1])
  // Two waves, and what took them back.
  expect(merged).toBe(3)
})
