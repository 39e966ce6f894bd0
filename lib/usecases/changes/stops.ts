// What stops a save whatever it confirms: the protection of an environment, or a freeze.
import { readChangeSummaries } from '#db/queries/changes.ts'
import { readInstant } from '#db/queries/clock.ts'
import { type MetFreeze, metFreezes } from '#lib/domain/impact/freezes.ts'
import type { MovedIn } from '#lib/domain/impact/environment-impact.ts'
import { closedEnvironments, isOverriderOf } from '#lib/domain/impact/protections.ts'
import type { OverridableGate } from '#lib/domain/rollouts/rollout.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import type { Overrides } from '#lib/schemas/impact-summary.ts'
import { deployersSentence, type Naming, overriderWords, readNaming } from '../access/overriders.ts'
import { auditName } from '../audit/subject.ts'
import type { Context, EditContext } from '../define.ts'
import { subjectOf } from '../objects/requested-object.ts'
import type { Plan } from './plan.ts'
import type { WriteOptions } from './write-options.ts'

type Standing = {
  /** The name of the object that stops it, of the kind that the code is about. */
  readonly name: string
  readonly message: string
  /** Whether whoever asked may override it. */
  readonly mayOverride: boolean
  /** Who may do it nevertheless, as a sentence. */
  readonly whoMay: string
}

export type Stop = Standing &
  (
    | { readonly code: 'environment_protected' }
    | {
        readonly code: 'frozen'
        readonly description: string
        /** Null: until it is lifted. */
        readonly until: string | null
        /** Who set it. */
        readonly by: string
      }
  )

/** What would have stopped a change, and was overridden. `name`: of the freeze, or of the environment. */
export type Overridden = Pick<Standing, 'name' | 'message'> & {
  readonly code: Stop['code'] | OverridableGate
  /** Who overrode it, and why; absent: whoever makes the change, for the reason that they give. */
  readonly by?: Overrides[number]['by']
  readonly reason?: string
}

/** By the objects as they were before the edit: one that weakens what stops it is stopped. */
export async function stopsOf(
  context: Context,
  plan: Pick<Plan, 'impact' | 'touchedIn'>,
  environments: ReadonlyMap<string, MovedIn>,
  goesBack: boolean,
): Promise<readonly Stop[]> {
  const { actor } = context
  const closed = closedEnvironments(plan.impact.before, environments.keys(), actor.groups)
  const freezes = await freezesMet(context, plan, goesBack)
  if (closed.length + freezes.length === 0) return []
  const naming = await readNaming(context)
  const protections = closed.map((environment) => ({
    code: 'environment_protected' as const,
    name: environment.name,
    message: protectedSentence(environment.name, environments.get(environment.name)!),
    mayOverride: actor.role === 'admin',
    whoMay: deployersSentence(environment, naming),
  }))
  return [...protections, ...(await freezeStops(context, plan.impact, freezes, naming))]
}

/** By the clock of the database, as all replicas do. */
async function freezesMet(
  { scope }: Context,
  { impact, touchedIn }: Pick<Plan, 'impact' | 'touchedIn'>,
  goesBack: boolean,
): Promise<readonly MetFreeze[]> {
  if (impact.before.freezes.ordered.length === 0) return []
  const met = metFreezes(impact, touchedIn, await readInstant(scope))
  return met.filter(({ freeze }) => !(goesBack && freeze.allowRollback))
}

async function freezeStops(
  context: Context,
  { before }: Plan['impact'],
  met: readonly MetFreeze[],
  naming: Naming,
): Promise<readonly Stop[]> {
  const { actor } = context
  const mayOverride = (environment: string) =>
    actor.role === 'admin' || isOverriderOf(before, environment, actor.groups)
  const said = await frozenBy(context, met)
  return said.map((each, index) => {
    const { environments } = met[index]!
    return {
      ...each,
      mayOverride: environments.every(mayOverride),
      whoMay: `${overriderWords(before, environments, naming)} may do this with a reason.`,
    }
  })
}

/** What is said of freezes that hold, in their order. */
export async function frozenBy(
  { scope, services }: Context,
  freezes: readonly Omit<MetFreeze, 'environments'>[],
) {
  if (freezes.length === 0) return []
  const changes = freezes.map(({ freeze }) => services.fleets.beganOf(freeze))
  const summaries = await readChangeSummaries(scope, [...new Set(changes)])
  const setBy = new Map(summaries.map(({ id, actor: { name } }) => [id, name]))
  return freezes.map((each, index) => frozenStop(each, setBy.get(changes[index]!) ?? ''))
}

function frozenStop(
  { freeze: { name, description }, until }: Omit<MetFreeze, 'environments'>,
  by: string,
) {
  const end = until === null ? 'it is lifted' : minuteText(until)
  const why = description === '' ? '' : ` ${description}`
  return {
    code: 'frozen' as const,
    name,
    message: `Freeze \`${name}\`, set by ${by}, holds until ${end}.${why}`,
    description,
    until: until && until.toISOString(),
    by,
  }
}

/** What a kept change overrode: now, or before by whoever let it come to pass. */
export function overridesOf(
  { stops = [] }: { readonly stops?: readonly Stop[] },
  { overrides = [] }: { readonly overrides?: readonly Overridden[] },
): readonly Overridden[] {
  return [...stops.map(({ code, name, message }) => ({ code, name, message })), ...overrides]
}

/** Each has an event of its own in the audit. */
export function recordOverrides(
  { audit }: Pick<EditContext, 'audit'>,
  overrides: readonly Overridden[],
  options: Pick<WriteOptions, 'reason'>,
  change: number,
): void {
  for (const { code, name, message, by, reason = options.reason } of overrides) {
    const object = auditName(subjectOf(code === 'frozen' ? 'freeze' : 'environment'), name)
    const after = { message, reason, ...(by && { gate: code, by }) }
    audit({ action: 'override', object, after, change })
  }
}

function protectedSentence(name: string, { added, removed, changed }: MovedIn): string {
  const moved = added + removed + changed
  const does = moved === 0 ? 'clears a folder' : `moves ${counted(moved, 'placement')}`
  return `Environment \`${name}\` is protected: only its deployers may change what runs there, and this ${does}.`
}
