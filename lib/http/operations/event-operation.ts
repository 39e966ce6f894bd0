// What happens in a tenant, as server-sent events.
import { z } from 'zod'
import { type EventSink, eventStream, eventStreamHeaders } from '#lib/http/api/event-stream.ts'
import { noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { LIVE_TOPICS } from '#lib/schemas/live.ts'
import { followEventsUseCase, type ShowEvent } from '#lib/usecases/live/follow.ts'
import type { PlacedEvent } from '#lib/usecases/live/recent-events.ts'

/** After how long a client that was cut off comes back. */
const RETRY_MS = 2_000
/** When a stream was open for long enough, another one goes on. */
const GO_ON_MS = 100
/** All come back to another process, and not at once. */
const RETRY_SPREAD_MS = 5_000
/** With an event of its own, as pages can't see comments. */
const HEARTBEAT = ': still here\nevent: heartbeat\ndata: {}\n\n'

const liveEvent = z
  .strictObject({
    topic: z.enum([...LIVE_TOPICS, 'reset']).meta({
      description:
        'Clusters that said something new (`observed`), or became fresh, late or stale (`freshness`); accepted `changes`; branches that were published, or could not be (`publications`); `rollouts` to which something happened; `alerts` that fired or are over. `reset`: some events are lost, so look at everything again.',
    }),
    ids: z
      .array(z.union([z.string(), z.int()]))
      .optional()
      .meta({
        description:
          'Names of clusters or branches, or numbers of changes. Absent: too many, or not yours to read.',
      }),
  })
  .meta({ id: 'LiveEvent', description: 'The `data` of each event, as JSON.' })

export const followEvents = operation({
  id: 'followEvents',
  method: 'GET',
  path: '/events',
  tag: 'events',
  summary: 'Follow what happens, as server-sent events',
  query: noParameters,
  headers: ['Last-Event-ID'],
  responses: { 200: liveEvent },
  answers: 'text/event-stream',
  useCase: followEventsUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const show = await followEventsUseCase.invoke(services, session, null)
    // Nobody reads what would follow.
    if (request.method === 'HEAD') return new Response(null, { headers: eventStreamHeaders })
    return eventStream((sink) => follow(received, show, sink))
  },
})

function follow(
  { services: { live }, session, request, stillAllowed }: Received,
  show: ShowEvent,
  sink: EventSink,
): () => void {
  const hear = (event: PlacedEvent) => sink.send(eventText(event, show))
  const { missed, place, leave } = live.follow(session, request.headers.get('last-event-id'), {
    hear,
    end: () => sink.end(retryAfter(RETRY_MS + Math.random() * RETRY_SPREAD_MS)),
  })
  sink.send(retryAfter(RETRY_MS))
  for (const event of missed) hear(event)
  // Without data it is no event, only a place to go on from.
  sink.send(`id: ${place}\n\n`)
  const beating = setInterval(() => {
    stillAllowed().then(
      // Who hears nothing for long knows that what they see may be old.
      () => live.isHearing && sink.send(HEARTBEAT),
      () => sink.end(''),
    )
  }, live.heartbeatMs).unref()
  const ending = setTimeout(() => sink.end(retryAfter(GO_ON_MS)), live.openMs()).unref()
  return () => {
    clearInterval(beating)
    clearTimeout(ending)
    leave()
  }
}

function retryAfter(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`
}

function eventText({ id, ...event }: PlacedEvent, show: ShowEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(show(event))}\n\n`
}
