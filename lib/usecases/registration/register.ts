// A cluster registers itself: an ordinary change, held to what the registration token says and what was allowed with it.
import { readRegistrationSecret, useRegistrationSecret } from '#db/queries/registration-secrets.ts'
import { readToken } from '#db/queries/token-lists.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import type { Cluster, ModelObject, RegistrationToken } from '#lib/domain/objects/objects.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { clusterJsonOf } from '#lib/domain/objects/registration-token/cluster-of.ts'
import { readRegistration, type RegistrationRequest } from '#lib/schemas/registration.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { auditName } from '../audit/subject.ts'
import { keepFor } from '../changes/idempotency.ts'
import type { ImpactDocument } from '../changes/impact-document.ts'
import { branchOfCluster } from '../changes/plan.ts'
import type { KeptOutcome } from '../changes/submission.ts'
import { submitDrafts } from '../changes/submit.ts'
import { type IdempotencyClaim, PLAIN_WRITE } from '../changes/write-options.ts'
import { type Context, defineEdit, type EditContext, type Loaded } from '../define.ts'
import { readSent, subjectOf } from '../objects/requested-object.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { manifestSettings, repositoryOf } from '../repository/tenant-repository.ts'
import { findLimit, keepToken } from '../tokens/create.ts'
import { tokenJson, tokenSubject } from '../tokens/represent.ts'
import { refuseShownBefore } from '../tokens/shown-once.ts'
import { invalidRegistration, requireUsable } from './authenticate.ts'

export type RegisterInput = {
  readonly body: unknown
  readonly idempotency: IdempotencyClaim | null
}
type Asked = {
  readonly request: RegistrationRequest
  readonly idempotency: IdempotencyClaim | null
}

/** The cluster’s token is stored nowhere, and in no later answer. */
export type Registered = {
  readonly cluster: KeptOutcome['objects'][number]
  readonly change: number
  readonly token: string
  /** Where what a person applies by hand on the cluster is in Git. */
  readonly bootstrap: {
    readonly repository: string
    readonly branch: string
    readonly path: string
  }
}

export const registerClusterUseCase = defineEdit<
  RegisterInput,
  Registered,
  Asked,
  RegistrationToken | null
>({
  name: 'clusters.register',
  subject: subjectOf('cluster'),
  parse: ({ body, idempotency }) => {
    const read = readRegistration(body)
    return read.ok ? accepted({ request: read.value, idempotency }) : read
  },
  load: loadToken,
  recall: (context, { idempotency }) => refuseShownBefore(context, idempotency),
  run: async (context, { request, idempotency }, token) => {
    if (token === null) throw invalidRegistration()
    const cluster = clusterOf(context, token, request)
    const kept = await keepCluster(context, token, cluster)
    if (!(await useRegistrationSecret(context.scope, context.actor.id, token.uses))) throw spent()
    const { id, text } = await tokenFor(context, token, cluster.name)
    if (idempotency) await keepFor(context, idempotency, { id })
    return {
      cluster: kept.objects[0]!,
      change: kept.change!,
      token: text,
      bootstrap: await bootstrapOf(context, cluster),
    }
  },
})

/** Looked up again, behind the lock: since it was authenticated it may have been replaced, suspended or deleted. */
async function loadToken(context: Context): Promise<Loaded<RegistrationToken | null>> {
  const { scope, actor, services } = context
  if (!actor.registers) return { resource: { kind: 'registration', secret: null }, found: null }
  const secret = await readRegistrationSecret(scope, { id: actor.id })
  const { slots } = (await context.fleet())[kinds['registration-token'].words]
  const token = secret && slots[secret.token]
  if (!token) throw invalidRegistration()
  requireUsable(token, services)
  return { resource: { kind: 'registration', secret: principalOf(actor) }, found: token }
}

function clusterOf(
  { services }: Context,
  token: RegistrationToken,
  request: RegistrationRequest,
): Cluster {
  const json = clusterJsonOf(token, request)
  if (!json.ok) throw refusalOf('invalid', json.issues)
  const cluster = readSent('cluster', json.value, services)
  if (!cluster.ok) throw refusalOf('invalid', cluster.issues)
  return asCluster(cluster.value)
}

function asCluster(object: ModelObject): Cluster {
  if (object.kind === 'cluster') return object
  throw new Error('a cluster was read as another kind')
}

async function keepCluster(
  context: EditContext,
  token: RegistrationToken,
  cluster: Cluster,
): Promise<KeptOutcome> {
  const outcome = await submitDrafts(context, {
    action: 'clusters.register',
    drafts: [
      {
        ref: refOf(cluster),
        after: cluster,
        verb: 'create',
        precondition: '*',
        locate: (path) => path,
      },
    ],
    options: { ...PLAIN_WRITE, reason: `Registered with ${token.name}` },
    require: (impact) => requireReach(impact, token),
  })
  if (outcome.kind !== 'kept') throw new Error('a registration is no dry run')
  return outcome
}

/** A cluster that comes adds placements to itself, as many as an admin allowed, and does nothing to any other. */
function requireReach(
  { placements: { added, removed, changed } }: ImpactDocument,
  { placementsMax }: RegistrationToken,
): void {
  if (added <= placementsMax && removed === 0 && changed === 0) return
  throw new Refusal(
    'conflict',
    `The cluster would get ${added} placements, and the registration token allows ${placementsMax}.`,
    { code: 'registration_reach' },
  )
}

const DAYS = 366

/** The token by which the cluster pulls and reports, as an admin would make it. */
async function tokenFor(
  { scope, actor, audit }: EditContext,
  { name }: RegistrationToken,
  cluster: string,
): Promise<{ readonly id: string; readonly text: string }> {
  const { id, token: text } = await keepToken(scope, {
    name: `registered with ${name}`,
    role: 'reader',
    team: null,
    cluster: (await findLimit(scope, 'cluster', cluster))!,
    scheduler: null,
    person: null,
    payer: null,
    days: DAYS,
    endsBy: null,
    createdBy: principalOf(actor),
  })
  const after = tokenJson((await readToken(scope, id))!)
  audit({ object: auditName(tokenSubject, id), before: null, after })
  return { id, text }
}

async function bootstrapOf(context: Context, cluster: Cluster): Promise<Registered['bootstrap']> {
  const repository = await repositoryOf(context)
  const { pullUrl } = manifestSettings(context.services, context.tenant, repository)
  return {
    repository: pullUrl,
    branch: branchOfCluster(repository, cluster),
    path: bootstrapPath(cluster.name),
  }
}

function spent(): Refusal {
  return new Refusal('conflict', 'As many clusters have registered with this token as may.', {
    code: 'registration_spent',
  })
}
