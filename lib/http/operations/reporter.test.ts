// The script that the bootstrap brings, against the operations that it reports to.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLUSTER_FILES, printed } from '#lib/domain/reconcilers/argocd/testing/reported-cluster.ts'
import {
  MISSING_PROGRAMS,
  reporterFolder,
  type ReporterFolder,
} from '#lib/domain/reconcilers/argocd/testing/run-reporter.ts'
import { answer } from '#lib/http/api/answer.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { argoApplication, listOf } from '#lib/http/testing/reports.ts'
import { type StreamingServer, startStreamingServer } from '#lib/http/testing/streaming-server.ts'
import { installServices } from '#lib/usecases/services.ts'
import { operations } from './operations.ts'

const NAMES = ['kit-01', 'kit-02']
const [OWN = '', OTHER = ''] = NAMES

let api: TestApi
let server: StreamingServer
let folder: ReporterFolder
beforeAll(async () => {
  api = await createTestApi()
  server = await startStreamingServer(passOn)
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  folder = reporterFolder()
})
afterAll(async () => {
  await server.close()
  folder.remove()
})
beforeEach(async () => {
  show('Healthy')
  folder.keep({ token: await api.token('reader', { cluster: OWN }) })
})

function passOn(request: Request): Promise<Response> {
  installServices(api.services)
  const [, name = '', end = ''] =
    /^\/api\/v1\/clusters\/([^/]+)\/report(\/unchanged)?$/.exec(new URL(request.url).pathname) ?? []
  const id = end === '' ? 'reportCluster' : 'reportNothingNew'
  const operation = operations.find((each) => each.id === id)!
  return answer(operation, request, { name })
}

function show(health: string): void {
  const list = listOf(argoApplication({ name: 'berth' }), argoApplication({ health }))
  folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': printed(list) })
}

const run = (rounds: number, name = OWN) => folder.run({ url: server.url, cluster: name, rounds })
const known = async (name = OWN) => (await api.call(`/clusters/${name}/report`)).json

describe.skipIf(MISSING_PROGRAMS.length > 0)(
  `the reporter of the bootstrap${MISSING_PROGRAMS.map((program) => ` (needs ${program})`).join('')}`,
  () => {
    it('makes known what runs on its cluster, that it is confined, and then that nothing is new', async () => {
      const { said, waits } = await run(3)
      expect(said).toEqual(['Berth took the report', 'nothing new'])
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(54)
      expect(Math.max(...waits)).toBeLessThanOrEqual(66)
      const report = await known()
      expect(report).toMatchObject({ freshness: 'fresh', confinement: 'proven', counts: {} })
      expect(Math.abs(report.clock_offset_s)).toBeLessThan(5)
      // The shell's clock has whole seconds, and only what was seen later counts.
      await wait(1100)
      show('Degraded')
      expect((await run(1)).said).toEqual(['Berth took the report'])
      expect(await known()).toMatchObject({ counts: { degraded: 1 } })
    })

    it('reports of no other cluster, and not without a token of Berth’s', async () => {
      expect((await run(1, OTHER)).said).toEqual(['Berth answered 403 not_this_cluster'])
      expect(await known(OTHER)).toMatchObject({ freshness: 'none' })
      folder.keep({ token: 'berth_0123456789' })
      expect((await run(1)).said).toEqual(['Berth answered 401 token_invalid'])
    })

    it('says that its list is too long where it is, and goes on', async () => {
      const long = listOf(argoApplication({ name: 'x'.repeat(33 * 1024 * 1024) }))
      folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': printed(long) })
      expect((await run(2)).said).toEqual(['Berth answered 413 report_too_large'])
    })
  },
)
