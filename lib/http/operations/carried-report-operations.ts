// Reports that are carried from sites without a network, and the keys that sign them.
import { z } from 'zod'
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { readReportBody } from '#lib/http/api/report-body.ts'
import { FILE_TYPES, readSentFile } from '#lib/http/api/report-file.ts'
import { readPrecondition } from '#lib/http/api/writes.ts'
import { reportOutput } from '#lib/schemas/report.ts'
import { reportKeyInput, reportKeyOutput } from '#lib/schemas/report-key.ts'
import { receiveCarriedUseCase, requireSigned } from '#lib/usecases/reports/carried.ts'
import { readReportKeysUseCase, replaceReportKeysUseCase } from '#lib/usecases/reports/keys.ts'
import { requireOwnCluster } from '#lib/usecases/reports/own-cluster.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const KEYS_PATH = '/clusters/{name}/report-key'
const TAG = 'clusters'

const clusterOf = ({ path }: Received) => path['name'] ?? ''

const reportFile = z
  .union([
    z.string().meta({ format: 'binary' }),
    z.strictObject({ file: z.string().meta({ format: 'binary' }) }),
  ])
  .meta({
    description:
      'A line with an Ed25519 signature in base64 of all that follows; a line of JSON with `apiVersion` (`berth.dev/v1`), `kind` (`CarriedReport`), `cluster`, `at` and perhaps `sequence`; and the report, compressed by gzip. In a form it is the file `file`.',
  })

export const uploadReport = operation({
  id: 'uploadReport',
  method: 'POST',
  path: '/clusters/{name}/reports/file',
  tag: TAG,
  summary: 'Report what runs on a cluster without a network, by a file that was signed there',
  query: noParameters,
  body: { schema: reportFile, types: FILE_TYPES, writes: ['report'] },
  responses: { 200: reportOutput },
  useCase: receiveCarriedUseCase,
  handle: async (received) => {
    const { services, session } = received
    const cluster = clusterOf(received)
    requireOwnCluster(session, cluster)
    const turn = services.reports.begin(session.tenant.id, cluster)
    try {
      const { head, zipped, ...parts } = await readSentFile(received)
      const file = { ...parts, cluster: head.cluster }
      const signer = await requireSigned(services, session, { cluster, file })
      await turn.take()
      const read = await readReportBody(received, { format: 'zipped report', chunks: [zipped] })
      const report = {
        ...read,
        observedAt: new Date(head.at),
        sequence: head.sequence ?? null,
        sentAt: null,
        reportDigest: null,
      }
      const input = { cluster, report, signer }
      const answer = await receiveCarriedUseCase.invoke(services, session, input)
      return jsonResponse(answer, { headers: { 'Berth-Next-S': String(answer.next_s) } })
    } finally {
      turn.end()
    }
  },
})

export const getReportKeys = operation({
  id: 'getReportKeys',
  method: 'GET',
  path: KEYS_PATH,
  tag: TAG,
  summary: 'Get the keys that sign the carried reports of the cluster',
  query: noParameters,
  responses: { 200: reportKeyOutput, 304: null },
  useCase: readReportKeysUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const cluster = clusterOf(received)
    const { json, etag } = await readReportKeysUseCase.invoke(services, session, { cluster })
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const replaceReportKeys = operation({
  id: 'replaceReportKeys',
  method: 'PUT',
  path: KEYS_PATH,
  tag: TAG,
  summary: 'Set the keys that sign the carried reports of the cluster, and how often these come',
  query: noParameters,
  headers: ['If-Match'],
  body: { schema: reportKeyInput, types: JSON_TYPES, writes: ['cluster'] },
  responses: { 200: reportKeyOutput },
  useCase: replaceReportKeysUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const precondition = readPrecondition(request)
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { json, etag } = await replaceReportKeysUseCase.invoke(services, session, {
      ref: { name: clusterOf(received) },
      body,
      precondition,
    })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})
