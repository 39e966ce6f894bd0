// What clusters report of themselves, and what is known of each.
import { z } from 'zod'
import { ITEMS_MAX, type SentReport } from '#lib/domain/observed/reported.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { readReportBody, receiveReportBody, type ReportBody } from '#lib/http/api/report-body.ts'
import { readReportHeaders, type ReportHeaders } from '#lib/http/api/report-headers.ts'
import {
  clusterReportOutput,
  reportInput,
  reportOutput,
  unchangedInput,
} from '#lib/schemas/report.ts'
import { requireOwnCluster } from '#lib/usecases/reports/own-cluster.ts'
import { readReportUseCase } from '#lib/usecases/reports/read.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import { repeatReportUseCase } from '#lib/usecases/reports/repeat.ts'
import type { ReportAnswer } from '#lib/usecases/reports/take-report.ts'
import { unchangedReportUseCase } from '#lib/usecases/reports/unchanged.ts'

const JSON_TYPES = ['application/json']
const PATH = '/clusters/{name}/report'
const TAG = 'clusters'

const clusterOf = ({ path }: Received) => path['name'] ?? ''

const applicationList = z
  .looseObject({
    apiVersion: z.string(),
    kind: z.enum(['List', 'ApplicationList']),
    items: z.array(z.looseObject({})).max(ITEMS_MAX),
  })
  .meta({
    id: 'ApplicationList',
    description: 'What `kubectl get applications.argoproj.io -A -o json` prints.',
  })

export const reportCluster = operation({
  id: 'reportCluster',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary:
    'Report what runs on the cluster: a list of Applications as kubectl prints it, or a short form of it',
  query: noParameters,
  headers: ['Content-Encoding', 'Berth-Observed-At', 'Berth-Report-Digest'],
  body: { schema: reportInput.or(applicationList), types: JSON_TYPES, writes: ['report'] },
  responses: { 200: reportOutput },
  useCase: receiveReportUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const cluster = clusterOf(received)
    requireOwnCluster(session, cluster)
    const headers = readReportHeaders(request)
    const turn = services.reports.begin(session.tenant.id, cluster)
    try {
      const body = await receiveReportBody(received, JSON_TYPES, turn)
      const answer = await answerOf(received, headers, body)
      return jsonResponse(answer, { headers: nextReport(answer.next_s) })
    } finally {
      turn.end()
    }
  },
})

/** What comes of a report, which is read only where its text isn't that of the last one. */
async function answerOf(
  received: Received,
  headers: ReportHeaders,
  body: ReportBody,
): Promise<ReportAnswer> {
  const { services, session } = received
  const cluster = clusterOf(received)
  const withHeaders = <Read extends Pick<SentReport, 'observedAt'>>(read: Read) => ({
    ...read,
    ...headers,
    observedAt: read.observedAt ?? headers.observedAt,
  })
  const receive = (read: SentReport) =>
    receiveReportUseCase.invoke(services, session, {
      cluster,
      report: withHeaders(read),
      text: read.text,
    })
  const last = services.lastTexts.find(session.tenant.id, cluster)
  if (last === null) return receive(await readReportBody(received, body))
  const read = await readReportBody(received, body, last.text)
  if ('items' in read) return receive(read)
  const input = { cluster, report: withHeaders(read), last }
  const answer = await repeatReportUseCase.invoke(services, session, input)
  return answer ?? receive(await readReportBody(received, body))
}

export const reportNothingNew = operation({
  id: 'reportNothingNew',
  method: 'POST',
  path: `${PATH}/unchanged`,
  tag: TAG,
  summary: 'Report that nothing changed on the cluster since the report of this digest',
  query: noParameters,
  body: { schema: unchangedInput, types: JSON_TYPES, writes: ['report'] },
  responses: { 204: null },
  useCase: unchangedReportUseCase,
  handle: async (received) => {
    const { services, session, request, denial } = received
    const cluster = clusterOf(received)
    requireOwnCluster(session, cluster)
    if (denial !== null) throw denial
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { sentAt } = readReportHeaders(request)
    const answer = await unchangedReportUseCase.invoke(services, session, { cluster, body, sentAt })
    return new Response(null, { status: 204, headers: nextReport(answer.next_s) })
  },
})

export const getClusterReport = operation({
  id: 'getClusterReport',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get what the cluster last reported of itself, and how fresh that is',
  query: noParameters,
  responses: { 200: clusterReportOutput },
  useCase: readReportUseCase,
  handle: async (received) => {
    const { services, session } = received
    const cluster = clusterOf(received)
    return jsonResponse(await readReportUseCase.invoke(services, session, { cluster }))
  },
})

/** In a header too, for senders that read no JSON. */
function nextReport(seconds: number) {
  return { 'Berth-Next-S': String(seconds) }
}
