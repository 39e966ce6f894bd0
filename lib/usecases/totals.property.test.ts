// The totals of unfiltered lists are not counted, but they are always what counting the rows gives.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { allDeployments, allPlacements } from '#lib/http/testing/unfiltered.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const name = fc.constantFrom('a', 'b', 'c')
const region = fc.constantFrom('east', 'west')

const application = fc
  .tuple(name, fc.constantFrom('main', 'v2'), fc.constantFrom('.', 'x'), fc.constantFrom('', 'd'))
  .map(([each, repo_branch, repo_path, description]) =>
    documentOf('application', {
      name: each,
      namespace: 'ieb',
      description,
      repo_url: 'https://git.example.com/ieb/app.git',
      repo_branch,
      repo_path,
      metadata: {},
    }),
  )
const cluster = fc
  .tuple(name, region)
  .map(([each, where]) => documentOf('cluster', { name: each, metadata: { region: where } }))
const policy = fc
  .tuple(name, fc.constantFrom('*', 'region=east', 'region=west'), fc.boolean())
  .map(([each, cluster_selector, suspended]) =>
    documentOf('target-policy', { name: each, app_selector: '*', cluster_selector, suspended }),
  )
const boundary = fc
  .option(region)
  .map((where) =>
    documentOf('team', { name: 'ieb', ...(where && { cluster_boundary: `region=${where}` }) }),
  )

type Request = { readonly method: string; readonly path: string; readonly body?: unknown }

const deletion = fc
  .tuple(fc.constantFrom('/clusters', '/applications/ieb', '/target-policies'), name)
  .map(([path, each]): Request => ({ method: 'DELETE', path: `${path}/${each}` }))
const edit = fc
  .uniqueArray(fc.oneof(application, cluster, policy, boundary), {
    minLength: 1,
    maxLength: 4,
    selector: ({ kind, metadata }) => `${kind} ${String(metadata.name)}`,
  })
  .map((body): Request => ({ method: 'POST', path: '/apply', body }))
const request = fc.oneof({ weight: 3, arbitrary: edit }, { weight: 1, arbitrary: deletion })

/** Everybody's objects, in a form that has to be counted. */
const counted = { teams: ['ieb'] }
const everyRow = { after: null, limit: 100_000 }

describe('the total of everything', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    expect((await api.call('/teams', { body: { name: 'ieb' } })).status).toBe(201)
  })

  async function save({ method, path, body }: Request): Promise<void> {
    const headers = { 'if-match': '*' }
    const { json } = await api.call(`${path}?dryRun=true`, { method, body, headers })
    const { removed = 0, changed = 0 } = json.placements ?? {}
    const confirmed = `confirmRemovals=${removed}&confirmChanges=${changed}`
    const { status } = await api.call(`${path}?${confirmed}`, { method, body, headers })
    if (status !== 404) expect(status).toBeLessThan(300)
  }

  async function totals(change: number | null) {
    return inTenant(api.database, api.tenant.id, async (tx) => {
      const scope = { tx, tenant: api.tenant.id }
      const placements = { ...allPlacements, change }
      const deployments = { ...allDeployments, upTo: change }
      const everyPlacement = await listPlacements(scope, placements, everyRow)
      const countedPlacements = await listPlacements(scope, { ...placements, ...counted }, everyRow)
      const everyDeployment = await listDeployments(scope, deployments, everyRow)
      const countedDeployments = await listDeployments(
        scope,
        { ...deployments, ...counted },
        everyRow,
      )
      return {
        known: [everyPlacement.total, everyDeployment.total],
        counted: [countedPlacements.total, countedDeployments.total],
        listed: [everyPlacement.rows.length, everyDeployment.rows.length],
      }
    })
  }

  it('is what counting says, now, after every change before, and after those to come', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(), async (wanted, chance) => {
        await save(wanted)
        const { total: changes } = (await api.call('/changes?limit=1')).json
        for (const change of [null, chance % (changes + 6)]) {
          const { known, counted, listed } = await totals(change)
          expect({ change, known }).toEqual({ change, known: counted })
          expect(listed).toEqual(counted)
        }
      }),
      { numRuns },
    )
    const { known } = await totals(null)
    expect(known[1]).toBeGreaterThan(0)
  })
})
