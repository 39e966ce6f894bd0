// What a Git host sends to a hook: bounded, proven by the hook's secret, and only then interpreted.
import type { GitHost } from '#lib/domain/git/push.ts'
import type { RepositoryEvent } from '#lib/domain/git/repository-event.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { requireType } from '#lib/http/bodies/media-type.ts'
import { readAzureDelivery, readPush, type Told } from '#lib/schemas/push.ts'
import { readAzureEvent, readRepositoryEvent } from '#lib/schemas/repository-event.ts'
import type { HookProof } from '#lib/usecases/hooks/open.ts'
import { isProven } from '#lib/usecases/hooks/proof.ts'
import { Refusal, refusalOf } from '#lib/usecases/refusal.ts'
import { jsonOf, type Sending } from './body.ts'
import { countRefusedCredentials } from './health.ts'

const BYTES_MAX = 5 * 1024 * 1024

export const DELIVERY_TYPES = ['application/json']

/** Which event a host's header names a push, and the headers that name the delivery, the better one first. */
type Headings = {
  readonly event: string
  readonly push: string
  readonly deliveries: readonly string[]
}

const HEADINGS: Readonly<Record<Exclude<GitHost, 'azure-devops'>, Headings>> = {
  github: { event: 'x-github-event', push: 'push', deliveries: ['x-github-delivery'] },
  gitea: { event: 'x-gitea-event', push: 'push', deliveries: ['x-gitea-delivery'] },
  // Events that follow from one another may share the second.
  gitlab: {
    event: 'x-gitlab-event',
    push: 'Push Hook',
    deliveries: ['idempotency-key', 'x-gitlab-event-uuid'],
  },
}

type Chunks = Awaited<ReturnType<typeof readChunks>>

/** Throws 401 `bad_signature` unless the sender has the secret. */
async function readProven({ request, upload }: Sending, proof: HookProof): Promise<Chunks> {
  requireType(request, DELIVERY_TYPES)
  const chunks = await readChunks(request, BYTES_MAX, upload)
  if (!isProven(proof, { headers: request.headers, body: Buffer.concat(chunks) })) throw unproven()
  return chunks
}

/** What the hook of the tenant's repository is told; null: nothing that a branch is looked at for. Throws as `readDelivery`. */
export async function readEventDelivery(
  sending: Sending,
  proof: HookProof,
): Promise<RepositoryEvent | null> {
  const { host } = proof
  const json = await jsonOf(sending, await readProven(sending, proof))
  const event =
    host === 'azure-devops'
      ? valueOf(readAzureEvent(json))
      : sending.request.headers.get(HEADINGS[host].event)
  return valueOf(readRepositoryEvent(host, event ?? '', json))
}

/** What the hook of a team is told. Throws 401 `bad_signature` unless the sender has the secret. */
export async function readDelivery(sending: Sending, proof: HookProof): Promise<Told> {
  const chunks = await readProven(sending, proof)
  const told = await readTold(sending, proof.host, chunks)
  return {
    ...told,
    delivery: told.delivery !== null && CAN_NAME.test(told.delivery) ? told.delivery : null,
  }
}

/** Others are kept nowhere. */
const CAN_NAME = /^[\x21-\x7e]{1,200}$/

async function readTold(sending: Sending, host: GitHost, chunks: Chunks): Promise<Told> {
  if (host === 'azure-devops') return valueOf(readAzureDelivery(await jsonOf(sending, chunks)))
  const { headers } = sending.request
  const { event, push, deliveries } = HEADINGS[host]
  const delivery = deliveries.map((name) => headers.get(name)).find((id) => id !== null) ?? null
  if (headers.get(event) !== push) return { delivery, push: null }
  return { delivery, push: valueOf(readPush(host, await jsonOf(sending, chunks))) }
}

function valueOf<T>(read: Checked<T>): T {
  if (read.ok) return read.value
  throw refusalOf('invalid', read.issues)
}

function unproven(): Refusal {
  const code = 'bad_signature'
  countRefusedCredentials(code)
  return new Refusal('unauthenticated', 'What came was not sent with the secret of this hook.', {
    code,
  })
}
