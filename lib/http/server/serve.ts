// One HTTP server in front of the API and of Next.js in the same process, so that killing the process stops everything.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import next from 'next'
import type { MountedIssuer } from '#lib/demo/issuer.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { Booted } from '#lib/start/boot.ts'
import { start } from '#lib/start/start.ts'
import { BODY_PACE } from '#lib/usecases/uploads.ts'
import { readCall } from './action-body.ts'
import { AddressLimit } from './address-limit.ts'
import { answerDirectly, directAnswererOf } from './direct-answers.ts'
import { prepareDrain } from './drain.ts'
import { callRefusal, passGate, type Passage, slowRefusal } from './request-gate.ts'
import { serverLimits } from './server-limits.ts'
import { endUnreadBody } from './unread-bodies.ts'
import { refusalOfVisit } from './visit-limit.ts'

/** Less than the thirty seconds that Kubernetes gives a pod to end. */
const DRAIN_MS = 10_000

type Options = {
  readonly dev: boolean
  /** The demo's identity provider, opened once Berth has started. */
  readonly openIssuer?: () => Promise<MountedIssuer>
  /** What is done before anything is published, and before anybody is answered. */
  readonly prepare?: (booted: Booted) => Promise<void>
}

/** Starts Berth and answers, and resolves once it does. */
export async function serve(environment: Environment, options: Options): Promise<void> {
  const { host, port } = environment
  const server = createServer(serverLimits)
  await start(prepareDrain(server, DRAIN_MS), options.prepare)
  // It never listens. Next.js handles upgrades on the server that it is given, and on ours it would handle them past the
  // gate.
  const upgrades = createServer()
  const app = next({
    dev: options.dev,
    hostname: host,
    port,
    dir: process.cwd(),
    httpServer: upgrades,
  })
  await app.prepare()
  const issuer = await options.openIssuer?.()
  const handle = app.getRequestHandler()
  const addresses = new AddressLimit()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    endUnreadBody(request, response)
    const passage = passGate(request, environment, options)
    response.setHeaders(new Map(Object.entries(passage.headers)))
    const refusal =
      passage.refusal ??
      (await refusalOfCall(passage, request, options)) ??
      (passage.visit && (await refusalOfVisit(passage.visit, request, addresses)))
    if (refusal !== null) {
      response.writeHead(refusal.status, refusal.headers).end(refusal.text)
      return
    }
    // For a developer Next.js answers all, by the routes that end in `.dev.ts`, because it loads again what was edited.
    const direct = options.dev ? null : directAnswererOf(request.url ?? '/')
    if (direct) await answerDirectly(direct, request, response, environment.url)
    else if (issuer?.answers(request) === true) await issuer.handle(request, response)
    else await handle(request, response)
  }
  server.on('request', (request, response) => void answer(request, response))
  if (options.dev) {
    server.on('upgrade', (request, socket, head) => {
      const { refusal } = passGate(request, environment, options)
      const isTaken = refusal === null && upgrades.emit('upgrade', request, socket, head)
      if (!isTaken) socket.destroy()
    })
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** Next.js's developer tools may send anything to pages. */
async function refusalOfCall(
  { isCall }: Passage,
  request: IncomingMessage,
  { dev }: { dev: boolean },
): Promise<Passage['refusal']> {
  if (!isCall || dev) return null
  const call = await readCall(request, BODY_PACE)
  if (call === 'slow') return slowRefusal
  return call === 'plain' ? null : callRefusal
}
