import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readPublishedOn } from '#db/queries/published-on.ts'
import { findToken, revokeTokens } from '#db/queries/tokens.ts'
import { answer } from '#lib/http/api/answer.ts'
import { matchPath } from '#lib/http/operations/routes.ts'
import { type StreamingServer, startStreamingServer } from '#lib/http/testing/streaming-server.ts'
import { installServices } from '#lib/usecases/services.ts'
import { hashToken } from '#lib/usecases/tokens/authenticate.ts'
import { createTestPublisher, type TestPublisher } from '#lib/worker/testing/publisher.ts'
import { demoClusterNames } from '../fleet.ts'
import { loadDemoFleet } from '../load.ts'
import { ArgocdCounters, argocdReadings } from './argocd-counters.ts'
import { SimulatedCluster } from './cluster.ts'
import { publishedByCluster } from './published.ts'
import { RemoteWriter } from './remote-write.ts'
import { Reporter } from './reporter.ts'
import { temperOf } from './temper.ts'
import { clusterTokens, giveClusterTokens } from './tokens.ts'

const CLUSTERS = 6
const names = demoClusterNames(CLUSTERS)
const [name] = names as [string]

let world: TestPublisher
let server: StreamingServer
/** What was asked of the portal. */
const asked: string[] = []
beforeAll(async () => {
  world = await createTestPublisher()
  installServices(world.services)
  await loadDemoFleet(world.services, world.tenant, { clusters: CLUSTERS, applications: 4 })
  await giveClusterTokens(world.services, world.tenant, names)
  await world.publish()
  server = await startStreamingServer(async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname.replace(`/api/v1/clusters/${name}`, '')}`)
    const [match] = matchPath(pathname).filter(
      ({ operation: { method } }) => method === request.method,
    )
    return answer(match!.operation, request, match!.parameters)
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
})

const published = async () =>
  publishedByCluster(await world.inScope((scope) => readPublishedOn(scope, names)))

const home = { cluster: name, namespace: 'argocd', temper: temperOf(0) }

async function reporting() {
  const cluster = new SimulatedCluster(home)
  cluster.see((await published()).get(name)!)
  const tokens = await clusterTokens(world.services, world.tenant, names)
  const token = tokens.get(name)!
  const writer = new RemoteWriter(server.url, token)
  return { cluster, writer, reporter: new Reporter(server.url, name, token) }
}

const inAMinute = () => new Date(Date.now() + 60_000)

describe('a cluster of the demo', () => {
  it('sees what the newest commit of its branch holds for it, and not what isn’t published yet', async () => {
    const tip = await world.git('rev-parse', 'main')
    const before = (await published()).get(name)!
    expect(before).toMatchObject({ branch: 'main', commit: tip })
    expect(before.applications.map(({ application }) => application).toSorted()).toEqual([
      'app1',
      'clock-in',
      'shelf-vision',
      'terminal',
    ])
    const edit = { method: 'PATCH', body: { repo_branch: 'v2' } }
    const headers = { 'content-type': 'application/merge-patch+json', 'if-match': '*' }
    const edited = await world.call('/applications/ieb/app1', { ...edit, headers })
    expect(edited.status, edited.text).toBe(200)
    const app1 = async () =>
      (await published()).get(name)!.applications.find(({ application }) => application === 'app1')
    expect((await app1())?.targetRevision).toBe('master')
    await world.publish()
    expect((await app1())?.targetRevision).toBe('v2')
    expect((await app1())!.since.getTime()).toBeGreaterThan(before.at.getTime())
  })

  it('reports over HTTP with its own token, and says in a few bytes that nothing changed', async () => {
    const { cluster, reporter } = await reporting()
    asked.length = 0
    const items = cluster.itemsAt(inAMinute())
    expect(await reporter.report(items, new Date())).toBeGreaterThan(50)
    expect(await reporter.report(items, new Date())).toBeGreaterThan(50)
    expect(asked).toEqual(['PUT /report', 'POST /report/unchanged'])
    const { json } = await world.call(`/clusters/${name}/report`)
    expect(json).toMatchObject({ freshness: 'fresh', pulled: { behind: 0 }, foreign: 0 })
    expect(json.counts.healthy).toBe(4)
  })

  it('sends everything again to a portal that doesn’t know its last report', async () => {
    const { cluster, reporter } = await reporting()
    const items = cluster.itemsAt(inAMinute())
    await reporter.report(items, new Date())
    const another = (await reporting()).reporter
    await another.report(items.slice(0, 2), new Date())
    asked.length = 0
    expect(await reporter.report(items, new Date())).toBeGreaterThan(50)
    expect(asked).toEqual(['POST /report/unchanged', 'PUT /report'])
  })

  it('writes metrics with its own token, which say how its applications are', async () => {
    const { cluster, writer } = await reporting()
    const items = cluster.itemsAt(inAMinute())
    const counters = new ArgocdCounters(home, new Date(Date.now() - 3_600_000))
    counters.countUntil(new Date(), items)
    const written = [...counters.series(), ...argocdReadings(home, items)]
    expect(await writer.write(written, new Date())).toBe(true)
    const { json } = await world.call(`/clusters/${name}/report`)
    expect(json.metrics).toMatchObject({
      connected: true,
      applications: { health: { Healthy: 5 }, sync: { Synced: 5 } },
    })
  })

  it('has the same token at each start, and falls silent once that is revoked', async () => {
    const { services, tenant } = world
    const tokens = await clusterTokens(services, tenant, [...names, 'somebody-elses'])
    expect([...tokens.keys()]).toEqual(names)
    await giveClusterTokens(services, tenant, names)
    expect(await clusterTokens(services, tenant, names)).toEqual(tokens)
    const { cluster, reporter, writer } = await reporting()
    const found = await findToken(world.database, hashToken(tokens.get(name)!))
    await inTenant(world.database, tenant.id, (tx) =>
      revokeTokens({ tx, tenant: tenant.id }, found!.id, 'test'),
    )
    expect(await reporter.report(cluster.itemsAt(inAMinute()), new Date())).toBe(null)
    expect(await writer.write([], new Date())).toBe(false)
    await giveClusterTokens(services, tenant, names)
    expect([...(await clusterTokens(services, tenant, names)).keys()]).toEqual(names.slice(1))
  })

  it('reports again later to a portal that doesn’t answer', async () => {
    const { cluster } = await reporting()
    expect(await new RemoteWriter('http://127.0.0.1:1', 'berth_').write([], new Date())).toBe(true)
    const reporter = new Reporter('http://127.0.0.1:1', name, 'berth_')
    expect(await reporter.report(cluster.itemsAt(inAMinute()), new Date())).toBe(30)
  })
})
