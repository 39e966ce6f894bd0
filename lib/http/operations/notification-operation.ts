// What a cluster's Argo CD notifies of, within seconds.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { notificationInput, notificationOutput } from '#lib/schemas/notification.ts'
import { receiveNotificationUseCase } from '#lib/usecases/reports/notification.ts'
import { ownCluster } from '#lib/usecases/reports/own-cluster.ts'

const JSON_TYPES = ['application/json']

export const notifyOfApplication = operation({
  id: 'notifyOfApplication',
  method: 'POST',
  path: '/notifications/argocd',
  tag: 'clusters',
  summary: 'Tell what Argo CD notifies of an Application, with the token of its cluster',
  query: noParameters,
  body: { schema: notificationInput, types: JSON_TYPES, writes: ['report'] },
  responses: { 200: notificationOutput },
  useCase: receiveNotificationUseCase,
  handle: async (received) => {
    const { services, session, denial } = received
    const cluster = ownCluster(session)
    if (denial !== null) throw denial
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const notify = () => receiveNotificationUseCase.invoke(services, session, { cluster, body })
    return jsonResponse(await services.reports.inTurn(session.tenant.id, notify))
  },
})
