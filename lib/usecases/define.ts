// THE door: the only way to do anything. It takes an actor, reads the input, finds the resource, asks for permission,
// opens the transaction and runs, in that order; pages, actions and routes are adapters over what it returns.
import { inTenant } from '#db/client.ts'
import { DatabaseUnavailable } from '#db/errors.ts'
import { appendAuditEvent } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState, type TenantState } from '#db/queries/tenants.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { type Action, can } from '#lib/domain/access/permissions.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { whoMay } from '#lib/domain/access/why-not.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { type AuditRecord, type Recording, startRecording } from './audit/recording.ts'
import type { Subject } from './audit/subject.ts'
import { Refusal, refusalOf } from './refusal.ts'
import { Rounds } from './rounds.ts'
import type { Services } from './services.ts'
import { BERTH, type Origin, ownSession, type Session, type TenantIdentity } from './session.ts'

export type Context = {
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly actor: Actor
  /** As in the session. */
  readonly payer: string
  readonly origin: Origin
  readonly scope: TenantScope
  /** The tenant's counters; an edit locks them before it reads anything else, until its transaction ends. */
  readonly state: () => Promise<TenantState>
  /** The fleet as of these counters; without the lock, perhaps as of later ones. */
  readonly fleet: () => Promise<Fleet>
  /** Throws unless the actor may do this to the resource; what they may not read is `not_found`. */
  readonly authorize: (action: Action, resource: Resource) => void
  /** Runs after the transaction is committed, and only then. */
  readonly afterCommit: (effect: () => void) => void
}

export type EditContext = Context & {
  /** Reports what happened to an object to the audit; the event itself is written automatically. */
  readonly audit: (record: AuditRecord) => void
}

/** The resource to ask a permission for, and what was found of it. */
export type Loaded<Found> = { readonly resource: Resource; readonly found: Found }

/** For a resource that doesn't have to be looked up. */
export function asked(resource: Resource): Loaded<null> {
  return { resource, found: null }
}

type Parse<Raw, Input> = (raw: Raw, services: Services) => Checked<Input> | Promise<Checked<Input>>

type Definition<Raw, Input, Found> = {
  /** `noun.verb`. */
  readonly name: string
  /** Makes the input of what the transport read, which knows texts and headers but not what they mean. */
  readonly parse?: Parse<Raw, Input>
  /** Looks up what is asked for, once: `run` receives it. Null: it doesn't exist. */
  readonly load: (
    context: Context,
    input: Input,
  ) => Loaded<Found> | null | Promise<Loaded<Found> | null>
} & ([Raw] extends [Input] ? unknown : { readonly parse: Parse<Raw, Input> })

type Run<In, Input, Found, Output> = (context: In, input: Input, found: Found) => Promise<Output>

type ReadDefinition<Raw, Input, Found, Output> = Definition<Raw, Input, Found> & {
  /** Asked for instead of the permission to read, where only those may read who may write. */
  readonly permission?: 'write'
  /** Whether this read may take long: then it waits for its turn among such reads, and gets more time. */
  readonly isHeavy?: (input: Input) => boolean
  readonly run: Run<Context, Input, Found, Output>
}

type EditDefinition<Raw, Input, Found, Output> = Definition<Raw, Input, Found> & {
  /** The outcome of the same request, sent before: answered before anything is looked up, as that may be gone by now. */
  readonly recall?: (context: Context, input: Input) => Promise<Output | null>
  /** What its audit event is about; null: objects of any kind, which it names itself. */
  readonly subject: Subject | null
  /** Whether this input keeps nothing. */
  readonly isDryRun?: (input: Input) => boolean
  readonly run: Run<EditContext, Input, Found, Output>
}

type RecordDefinition<Raw, Input, Found, Output> = Definition<Raw, Input, Found> & {
  /** A payer may send one of these for every so many requests. */
  readonly oneIn: number
  readonly run: Run<Context, Input, Found, Output>
} & (Gathered<Input, Found, Output> | { readonly together?: undefined })

type Gathered<Input, Found, Output> = {
  readonly load: (asker: Pick<Session, 'actor'>, input: Input) => Loaded<Found>
  /** Whether an input is tried together with others; absent: each is. */
  readonly isGathered?: (services: Services, tenant: TenantIdentity, input: Input) => boolean
  /**
   * Tried first: answers all that come to this process at the same time. Null: that one is run by itself, as each is where they
   * fail together.
   */
  readonly together: (
    gathered: GatheredIn,
    inputs: readonly Input[],
  ) => Promise<readonly (Output | null)[]>
}

/** Where observations of several actors come together. */
export type GatheredIn = Pick<Context, 'services' | 'tenant'>

/** Of observations of several actors. */
export type GatheredContext = GatheredIn & Pick<Context, 'scope' | 'afterCommit'>

export type UseCase<Raw, Output> = {
  readonly name: string
  readonly permission: Action
  /** What an edit is about; null: several things, or it is no edit. */
  readonly subject: Subject | null
  /** Of a record: a payer may send one in so many requests that they may make. Null: it is counted like any request. */
  readonly oneIn: number | null
  readonly invoke: (services: Services, session: Session | null, raw: Raw) => Promise<Output>
}

export type Door<Raw, Output> = Pick<UseCase<Raw, Output>, 'name' | 'subject' | 'oneIn' | 'invoke'>

export type ReadUseCase<Raw, Output, Input = Raw> = UseCase<Raw, Output> & {
  /** For use by another use case, within its transaction and with its actor; asks for this one's permission, too. */
  readonly within: (context: Context, input: Input) => Promise<Output>
}

/** Makes a use case that only reads. */
export function defineRead<Raw, Output, Input = Raw, Found = null>(
  definition: ReadDefinition<Raw, Input, Found, Output>,
): ReadUseCase<Raw, Output, Input> {
  const { permission = 'read', isHeavy, run } = definition
  const within = (context: Context, input: Input) =>
    runPermitted(definition, permission, run, context, input)
  const ask = (services: Services, session: Session, input: Input) => {
    const mayTakeLong = isHeavy?.(input) === true
    const read = () =>
      inTransaction(services, session, { for: 'read', isHeavy: mayTakeLong }, (context) =>
        within(context, input),
      )
    return mayTakeLong ? services.heavyReads.run(session, read) : read()
  }
  return { ...useCaseOf(definition, { permission, subject: null, oneIn: null }, ask), within }
}

/** Makes a use case that edits: it holds up the tenant's other edits, and ends with its event in the audit. */
export function defineEdit<Raw, Output, Input = Raw, Found = null>(
  definition: EditDefinition<Raw, Input, Found, Output>,
): UseCase<Raw, Output> {
  const { name, subject, recall, isDryRun, run } = definition
  const said = { permission: 'write', subject, oneIn: null } as const
  return useCaseOf(definition, said, (services, session, input) => {
    const keepsNothing = isDryRun?.(input) === true
    const purpose = { for: keepsNothing ? 'read' : 'edit' } as const
    return inTransaction(services, session, purpose, async (context) => {
      const recalled = await recall?.(context, input)
      if (recalled) return recalled
      const recording = startRecording()
      const editing = { ...context, audit: recording.add }
      const output = await runPermitted(definition, 'write', run, editing, input)
      if (!keepsNothing) await writeDown(context, name, recording)
      return output
    })
  })
}

/**
 * Makes an edit that Berth does by itself. Nobody asks for it, so no permission is needed; what it reports to the audit as
 * events of their own is there. It locks the tenant before it reads anything.
 */
export function defineOwnEdit<Input, Output>(
  run: (context: EditContext, input: Input) => Promise<Output>,
): (services: Services, tenant: TenantIdentity, input: Input) => Promise<Output> {
  return (services, tenant, input) =>
    inTransaction(services, ownSession(tenant, BERTH), { for: 'edit' }, async (context) => {
      const recording = startRecording()
      const output = await run({ ...context, audit: recording.add }, input)
      await writeDownApart(context, recording)
      return output
    })
}

/**
 * Makes a use case that stores an observation, such as a cluster's report. These are many and change nothing, so they wait
 * for no edit, hold none up, and are in no audit, not even when they are refused.
 */
export function defineRecord<Raw, Output, Input = Raw, Found = null>(
  definition: RecordDefinition<Raw, Input, Found, Output>,
): UseCase<Raw, Output> {
  const { oneIn, run } = definition
  const said = { permission: 'write', subject: null, oneIn } as const
  const gather = definition.together ? gatherer(definition) : async () => null
  return useCaseOf(
    definition,
    said,
    async (services, session, input) =>
      (await gather(services, session, input)) ??
      inTransaction(services, session, { for: 'record' }, (context) =>
        runPermitted(definition, 'write', run, context, input),
      ),
  )
}

type Gather<Input, Output> = (
  services: Services,
  session: Session,
  input: Input,
) => Promise<Output | null>

/** Answers together what comes at the same time; each is permitted by itself. */
function gatherer<Input, Found, Output>({
  load,
  isGathered,
  together,
}: Gathered<Input, Found, Output>): Gather<Input, Output> {
  type Item = Pick<Session, 'tenant'> & { readonly input: Input }
  const roundsOf = (services: Services) =>
    new Rounds<Item, Output | null>(async (items) => {
      const { tenant } = items[0]!
      const inputs = items.map(({ input }) => input)
      try {
        return await together({ services, tenant }, inputs)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        // By one of them, perhaps, which is to hurt itself alone.
        services.log.warn({ err: error, count: items.length }, 'what came together failed')
        return items.map(() => null)
      }
    })
  const all = new WeakMap<Services, ReturnType<typeof roundsOf>>()
  return async (services, { tenant, actor }, input) => {
    if (isGathered?.(services, tenant, input) === false) return null
    authorize(actor, 'write', load({ actor }, input).resource)
    const rounds = all.get(services) ?? roundsOf(services)
    all.set(services, rounds)
    return rounds.join(tenant.id, { tenant, input })
  }
}

/** Keeps observations of several actors in one transaction. */
export async function inOneTransaction<Output>(
  { services, tenant }: GatheredIn,
  run: (context: GatheredContext) => Promise<Output>,
): Promise<Output> {
  let effects: (() => void)[] = []
  const output = await inTenant(
    services.database,
    tenant.id,
    (tx) => {
      effects = []
      const scope = { tx, tenant: tenant.id }
      return run({ services, tenant, scope, afterCommit: (effect) => effects.push(effect) })
    },
    { isRecord: true, plansOnce: true },
  )
  for (const effect of effects) effect()
  return output
}

function useCaseOf<Raw, Output, Input, Found>(
  { name, parse }: Definition<Raw, Input, Found>,
  said: Pick<UseCase<Raw, Output>, 'permission' | 'subject' | 'oneIn'>,
  ask: (services: Services, session: Session, input: Input) => Promise<Output>,
): UseCase<Raw, Output> {
  return {
    name,
    ...said,
    invoke: async (services, session, raw) => {
      if (!session) throw new Refusal('unauthenticated', 'Sign in, or send a token.')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition without a parser is of inputs alone
      const input = parse ? await parse(raw, services) : accepted(raw as unknown as Input)
      if (!input.ok) throw refusalOf('invalid', input.issues)
      return ask(services, session, input.value)
    },
  }
}

async function runPermitted<Raw, In extends Context, Input, Found, Output>(
  { load }: Definition<Raw, Input, Found>,
  permission: Action,
  run: Run<In, Input, Found, Output>,
  context: In,
  input: Input,
): Promise<Output> {
  const loaded = await load(context, input)
  if (!loaded) throw notFound()
  authorize(context.actor, permission, loaded.resource)
  return run(context, input, loaded.found)
}

type Purpose = { readonly for: 'read' | 'edit' | 'record'; readonly isHeavy?: boolean }

async function inTransaction<Output>(
  services: Services,
  { tenant, actor, payer, origin }: Session,
  purpose: Purpose,
  run: (context: Context) => Promise<Output>,
): Promise<Output> {
  const readOnly = purpose.for === 'read'
  const locksTenant = purpose.for === 'edit'
  const isRecord = purpose.for === 'record'
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
      const scope = { tx, tenant: tenant.id }
      const state = once(() => readTenantState(scope, { lock: locksTenant }))
      // Before anything is read, so that what a save's decisions depend on can't change during it.
      if (locksTenant) await state()
      const output = await run({
        services,
        tenant,
        actor,
        payer,
        origin,
        scope,
        state,
        fleet: async () => services.fleets.at(scope, (await state()).lastChange),
        authorize: (action, resource) => authorize(actor, action, resource),
        afterCommit: (effect) => effects.push(effect),
      })
      // The commit is sent in this turn of the event loop, so the reply is still to come at its end.
      setImmediate(dieIfTold, 'F4')
      return output
    },
    { readOnly, locksTenant, isRecord, isHeavy: purpose.isHeavy, plansOnce: isRecord },
  )
  dieIfTold('F5')
  for (const effect of effects) effect()
  return output
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => (known ??= read())
}

/** Adds an accepted write to the audit, in the same transaction: neither exists without the other. */
async function writeDown(context: Context, action: string, recording: Recording): Promise<void> {
  const event = { ...saidOf(context), ...recording.told(), action }
  await appendAuditEvent(context.scope, event)
  await writeDownApart(context, recording)
}

async function writeDownApart(context: Context, { apart }: Recording): Promise<void> {
  const said = saidOf(context)
  for (const event of apart) await appendAuditEvent(context.scope, { ...said, ...event })
}

function saidOf({ actor, origin }: Context) {
  return { ...origin, actor, result: 'accepted', code: null } as const
}

function authorize(actor: Actor, action: Action, resource: Resource): void {
  if (can(actor, action, resource)) return
  if (action === 'read' || !can(actor, 'read', resource)) throw notFound()
  throw new Refusal('forbidden', whoMay(action, resource))
}

/** Used for what doesn't exist and for what may not be seen, so that both look the same. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'There is nothing here, or you may not see it.')
}
