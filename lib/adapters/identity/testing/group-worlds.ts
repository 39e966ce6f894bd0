// The same directory twice: in memory, and behind HTTP. Both answer the same.
import { FakeGroups } from '../fake-groups.ts'
import { GraphGroups, type GraphLimits } from '../graph.ts'
import type { GroupReader } from '../group-reader.ts'
import { startGraphServer } from './graph-server.ts'

export const TENANT = '8f1c0000-0000-4000-8000-00000000000a'

type GroupWorld = {
  readonly reader: GroupReader
  readonly members: Map<string, readonly string[]>
  /** The directory refuses Berth's credentials from now on. */
  refuse(): void
  close(): Promise<void>
}

export async function memoryWorld(): Promise<GroupWorld> {
  const reader = new FakeGroups(TENANT)
  return {
    reader,
    members: reader.members,
    refuse: () => {
      reader.failure = 'refused'
    },
    close: async () => {},
  }
}

/** Long enough for a busy machine; tests of silence bring shorter ones. */
const LIMITS: GraphLimits = {
  requestTimeoutMs: 30_000,
  readTimeoutMs: 60_000,
  attempts: 3,
  waitMaxMs: 5_000,
}

/** `waits`: how long the reader would have waited, each time. It doesn't. */
export async function httpWorld(limits: Partial<GraphLimits> = {}, clientSecret = 'right-secret') {
  const client = { tenant: TENANT, clientId: 'berth' }
  const server = await startGraphServer({ ...client, clientSecret: 'right-secret' })
  const waits: number[] = []
  const settings = { ...client, clientSecret, authority: server.origin, graph: server.origin }
  const reader = new GraphGroups(settings, { ...LIMITS, ...limits }, async (ms) => waits.push(ms))
  return {
    reader,
    server,
    waits,
    members: server.members,
    refuse: () => {
      server.state.fault = { kind: 'status', at: 'graph', status: 403 }
    },
    close: () => server.close(),
  }
}
