// THE door: the only way to do anything. It takes an actor, reads the input, finds the resource, asks for permission,
// opens the transaction and runs, in that order; pages, actions and routes are adapters over what it returns.
import { inTenant } from '#db/client.ts'
import { appendAuditEvent } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState, type TenantState } from '#db/queries/tenants.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { type Action, can, type Resource } from '#lib/domain/access/permissions.ts'
import { whoMay } from '#lib/domain/access/why-not.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { type AuditRecord, type Recording, startRecording } from './audit/recording.ts'
import type { Services } from './services.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Origin, Session, TenantIdentity } from './session.ts'

/** What a use case runs with. */
export type Context = {
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly actor: Actor
  /** As in the session. */
  readonly payer: string
  readonly origin: Origin
  readonly scope: TenantScope
  /** The tenant's counters; of a write they were locked before anything else was read, until this transaction ends. */
  readonly state: () => Promise<TenantState>
  /** The fleet as of these counters; where this only reads, perhaps as of later ones. */
  readonly fleet: () => Promise<Fleet>
  /** Throws unless the actor may do this to that; what they may not read is `not_found`. */
  readonly authorize: (action: Action, resource: Resource) => void
  /** Tells the audit what became of an object; the event itself is written without being asked for. */
  readonly record: (record: AuditRecord) => void
  /** Runs once the transaction is committed, and not when it isn't. */
  readonly afterCommit: (effect: () => void) => void
}

/** What the permission is asked for, and what was found of it. */
export type Loaded<Found> = { readonly resource: Resource; readonly found: Found }

/** For what needs no looking for. */
export function asked(resource: Resource): Loaded<null> {
  return { resource, found: null }
}

type Definition<Raw, Input, Output, Found> = {
  /** `noun.verb`. */
  readonly name: string
  /** From what the transport read; it knows texts and headers, not what they mean. */
  readonly read: (raw: Raw, services: Services) => Checked<Input> | Promise<Checked<Input>>
  readonly permission: Action
  /** Looks for what is asked for, once: `run` gets it. Null: it doesn't exist. */
  readonly load: (
    context: Context,
    input: Input,
  ) => Loaded<Found> | null | Promise<Loaded<Found> | null>
  /** What came of this very request before: answered again before anything is looked for, as it may be gone since. */
  readonly recall?: (context: Context, input: Input) => Promise<Output | null>
  /** Whether reading this may take long: then it waits for its turn among such reads, and gets more time. */
  readonly isHeavy?: (input: Input) => boolean
  /** Whether this input keeps nothing, though the permission is to write: a dry run. */
  readonly isDryRun?: (input: Input) => boolean
  readonly run: (context: Context, input: Input, found: Found) => Promise<Output>
}

export type UseCase<Raw, Output, Input = Raw> = {
  readonly name: string
  readonly permission: Action
  readonly invoke: (services: Services, session: Session | null, raw: Raw) => Promise<Output>
  /** For another use case, in its transaction and with its actor: asks for this one's permission, too. */
  readonly within: (context: Context, input: Input) => Promise<Output>
}

/** A use case as whoever asks it knows it. */
export type Door<Raw, Output> = Pick<UseCase<Raw, Output>, 'name' | 'invoke'>

/** Makes a use case. A definition without a permission or what it is asked for doesn't compile. */
export function defineUseCase<Raw, Output, Input = Raw, Found = null>(
  definition: Definition<Raw, Input, Output, Found>,
): UseCase<Raw, Output, Input> {
  const { name, permission } = definition
  return {
    name,
    permission,
    invoke: async (services, session, raw) => {
      if (!session) throw new Refusal('unauthenticated', 'Sign in, or send a token.')
      const input = await definition.read(raw, services)
      if (!input.ok) throw refusalOf('invalid', input.issues)
      const run = () => runInTransaction(services, session, definition, input.value)
      if (definition.isHeavy?.(input.value) !== true) return run()
      return services.heavyReads.run(session, run)
    },
    within: async (context, input) => (await runPermitted(context, definition, input)).output,
  }
}

async function runPermitted<Raw, Input, Output, Found>(
  context: Context,
  { load, permission, run }: Definition<Raw, Input, Output, Found>,
  input: Input,
): Promise<{ readonly resource: Resource; readonly output: Output }> {
  const loaded = await load(context, input)
  if (!loaded) throw notFound()
  authorize(context.actor, permission, loaded.resource)
  return { resource: loaded.resource, output: await run(context, input, loaded.found) }
}

async function runInTransaction<Raw, Input, Output, Found>(
  services: Services,
  { tenant, actor, payer, origin }: Session,
  definition: Definition<Raw, Input, Output, Found>,
  input: Input,
): Promise<Output> {
  const readOnly = definition.permission === 'read' || definition.isDryRun?.(input) === true
  const dieIfTold = (point: string) => {
    if (!readOnly) passFailPoint(point)
  }
  dieIfTold('F1')
  let effects: (() => void)[] = []
  const output = await inTenant(
    services.database,
    tenant.id,
    async (tx) => {
      effects = []
      const recording = startRecording()
      const scope = { tx, tenant: tenant.id }
      const state = once(() => readTenantState(scope, { lock: !readOnly }))
      // Before anything is read: what a save decides by can then not change under it.
      if (!readOnly) await state()
      const context: Context = {
        services,
        tenant,
        actor,
        payer,
        origin,
        scope,
        state,
        fleet: async () => services.fleets.at(scope, (await state()).lastChange),
        authorize: (action, resource) => authorize(actor, action, resource),
        record: recording.add,
        afterCommit: (effect) => effects.push(effect),
      }
      const recalled = await definition.recall?.(context, input)
      if (recalled) return recalled
      const { resource, output } = await runPermitted(context, definition, input)
      if (!readOnly) await audit(context, definition.name, resource, recording)
      // The commit is sent in this very turn, so at the end of it the reply is still to come.
      setImmediate(dieIfTold, 'F4')
      return output
    },
    { readOnly, locksTenant: !readOnly, isHeavy: definition.isHeavy?.(input) === true },
  )
  dieIfTold('F5')
  for (const effect of effects) effect()
  return output
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => (known ??= read())
}

/** Adds what was accepted to the audit, in the transaction that keeps it: neither is without the other. */
async function audit(
  { scope, actor, origin }: Context,
  action: string,
  resource: Resource,
  recording: Recording,
): Promise<void> {
  const told = recording.told()
  await appendAuditEvent(scope, {
    ...origin,
    ...told,
    actor,
    action,
    object: recording.isEmpty() ? resource.kind : told.object,
    result: 'accepted',
    code: null,
  })
}

function authorize(actor: Actor, action: Action, resource: Resource): void {
  if (can(actor, action, resource)) return
  if (action === 'read' || !can(actor, 'read', resource)) throw notFound()
  throw new Refusal('forbidden', whoMay(action, resource))
}

/** What is absent and what may not be seen look the same. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'There is nothing here, or you may not see it.')
}
