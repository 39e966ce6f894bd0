// What stops a save whatever it confirms: the protection of an environment, or a freeze.
import { readChangeSummaries } from '#db/queries/changes.ts'
import { readInstant } from '#db/queries/clock.ts'
import { type MetFreeze, metFreezes } from '#lib/domain/impact/freezes.ts'
import type { MovedIn } from '#lib/domain/impact/environment-impact.ts'
import { closedEnvironments, isOverriderOf } from '#lib/domain/impact/protections.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
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
  { scope, services, actor }: Context,
  { before }: Plan['impact'],
  met: readonly MetFreeze[],
  naming: Naming,
): Promise<readonly Stop[]> {
  if (met.length === 0) return []
  const changes = met.map(({ freeze }) => services.fleets.beganOf(freeze))
  const summaries = await readChangeSummaries(scope, [...new Set(changes)])
  const setBy = new Map(summaries.map(({ id, actor: { name } }) => [id, name]))
  const mayOverride = (environment: string) =>
    actor.role === 'admin' || isOverriderOf(before, environment, actor.groups)
  return met.map((each, index) => ({
    ...frozenStop(each, setBy.get(changes[index]!) ?? ''),
    mayOverride: each.environments.every(mayOverride),
    whoMay: `${overriderWords(before, each.environments, naming)} may do this with a reason.`,
  }))
}

function frozenStop({ freeze: { name, description }, until }: MetFreeze, by: string) {
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

const KIND_OF_STOP = { environment_protected: 'environment', frozen: 'freeze' } as const

/** Each stop that a kept change overrode has an event of its own in the audit. */
export function recordOverrides(
  { audit }: Pick<EditContext, 'audit'>,
  stops: readonly Stop[] = [],
  { reason }: Pick<WriteOptions, 'reason'>,
  change: number,
): void {
  for (const { code, name, message } of stops) {
    const object = auditName(subjectOf(KIND_OF_STOP[code]), name)
    audit({ action: 'override', object, after: { message, reason }, change })
  }
}

function protectedSentence(name: string, { added, removed, changed }: MovedIn): string {
  const moved = added + removed + changed
  const does = moved === 0 ? 'clears a folder' : `moves ${counted(moved, 'placement')}`
  return `Environment \`${name}\` is protected: only its deployers may change what runs there, and this ${does}.`
}
