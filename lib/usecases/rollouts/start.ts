// Starts a rollout: its plan is shown or, if it still is the one that was seen, kept. Its waves follow by themselves.
import { insertRolloutEvents } from '#db/queries/rollout-events.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { findUnfinished, insertRollout } from '#db/queries/rollouts.ts'
import { findVersion, type VersionRow } from '#db/queries/versions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { waveIssues } from '#lib/domain/objects/environment/wave-issues.ts'
import { readWaves } from '#lib/domain/objects/environment/wave-json.ts'
import type { WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { readSourceOf, storedSource } from '#lib/domain/objects/application/stored-source.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { versionRefOf } from '#lib/domain/objects/version.ts'
import { versionTargetsIn } from '#lib/domain/objects/version-targets.ts'
import type { WholeSource } from '#lib/domain/releases/release.ts'
import { planWaves } from '#lib/domain/rollouts/plan-waves.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { ended, withWave } from '#lib/domain/rollouts/steps.ts'
import { versionsIn } from '#lib/domain/rollouts/wave-releases.ts'
import { type RolloutInput, rolloutInput, type RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import type { FileDiffPage } from '../changes/file-diffs.ts'
import { PLAIN_WRITE, type WriteOptions } from '../changes/write-options.ts'
import { type Context, defineEdit, type EditContext } from '../define.ts'
import { requireGitAgrees } from '../git-state/agreement.ts'
import { refFromPath } from '../objects/requested-object.ts'
import { announce } from '../live/announce.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { autoAfterStart } from './auto-after.ts'
import { requireEntitled } from './entitlement.ts'
import { askedIn, findEnvironment } from './environment.ts'
import { UNKEPT } from './facts.ts'
import { nameOfRollout, rolloutSubject } from './find.ts'
import { diffOfWave, type WaveDiff } from './plan.ts'
import { type Prepared, prepare, requireAllowed, requireConfirmed } from './prepare.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { requireRoomForRollout } from './room.ts'
import { recordPassed } from './stops.ts'
import { keepRollout, readRollout, waveRowOf, withWaves } from './stored.ts'

export type StartRequest = {
  readonly body: unknown
  /** Whether it ends the one that is under way. */
  readonly supersede: boolean
  /** Of a dry run, the diff that is wanted; null: none. */
  readonly diff: WaveDiff | null
  readonly options: WriteOptions
}
type StartInput = Omit<StartRequest, 'body'> & { readonly asked: RolloutInput }

export type StartOutcome =
  | {
      readonly kind: 'preview'
      readonly preview: RolloutPreviewJson
      readonly diff: FileDiffPage | null
    }
  | ({ readonly kind: 'started' } & RolloutAnswer)

export const startRolloutUseCase = defineEdit<
  StartRequest,
  StartOutcome,
  StartInput,
  Identified<Application>
>({
  name: 'rollouts.start',
  subject: rolloutSubject,
  parse: ({ body, ...request }) => {
    const shape = readShape(rolloutInput, body)
    return shape.ok ? { ok: true, value: { ...request, asked: shape.value } } : shape
  },
  recall: (context, input) => recallOutcome<StartOutcome>(context, input),
  load: async ({ fleet }, { asked: { namespace, application: name } }) => {
    const found = findObject(await fleet(), refFromPath('application', { namespace, name }))
    if (found?.object.kind !== 'application') return null
    const { id, object } = found
    return { resource: { kind: 'rollout', team: object.team }, found: { id, object } }
  },
  isDryRun: ({ options }) => options.dryRun,
  run: start,
})

async function start(
  context: EditContext,
  { asked, ...how }: StartInput,
  application: Identified<Application>,
): Promise<StartOutcome> {
  const fleet = await context.fleet()
  requireFollowsVersions(application.object)
  requireEnvironment(fleet, asked.environment)
  const version = await requireVersion(context, application.id, asked.version)
  const { environment } = asked
  const from = sourceOfVersion(version, environment)
  requireEntitled(context, fleet, application.object, from.source)
  const rules = wavesFor(fleet, asked)
  const wanted = { application, environment, version: version.number, named: version, ...from }
  return startPlanned(context, { ...wanted, rules, origin: 'person', rollsBack: null }, how)
}

export type WantedRollout = WholeSource & {
  readonly application: Identified<Application>
  readonly environment: string
  readonly version: number | null
  /** The version, as it was announced; null: it is what was there before versions. */
  readonly named: Pick<VersionRow, 'number' | 'name' | 'commit'> | null
  /** Of its waves, at least one. */
  readonly rules: readonly WaveRule[]
  readonly origin: Rollout['origin']
  readonly rollsBack: number | null
}

/** Shows or starts a rollout of what is known to be there. */
export async function startPlanned(
  context: EditContext,
  wanted: WantedRollout,
  { supersede, diff, options }: Omit<StartInput, 'asked'>,
): Promise<StartOutcome> {
  const { scope } = context
  const fleet = await context.fleet()
  const { application, environment } = wanted
  const now = await readRolloutInstant(scope, null)
  const running = await findUnfinished(scope, application.id, environment)
  const rollout = newRollout(context, fleet, wanted, now)
  const { source, targets } = wanted
  const prepared = await prepare(context, fleet, { rollout, source, targets, now, options })
  const warnings = running === null ? [] : [supersedes(running.id, supersede)]
  if (options.dryRun) {
    const preview = prepared.preview(wanted.named, warnings)
    return { kind: 'preview', preview, diff: diff && diffOfWave(prepared.plan, diff) }
  }
  requireGitAgrees(await context.state())
  await requireAllowed(prepared, options, wanted.named)
  if (running !== null && !supersede) throw isRunning(running.id)
  await requireConfirmed(prepared, options, wanted.named)
  await requireRoomForRollout(scope, rollout)
  if (running !== null) await endSuperseded(context, running, options.reason)
  const id = await keepNew(context, fleet, wanted, { prepared, now, options })
  announce(context, 'rollouts', id)
  const stored = (await readRollout(scope, id))!
  const outcome = { kind: 'started' as const, ...(await answerOf(context, stored)) }
  return remembered(context, options, outcome)
}

/**
 * Starts a rollout that the environment takes by itself, as many clusters as it has: its admins said so, whoever its deployers
 * are. What holds its waves up are their gates.
 */
export async function startByItself(
  context: EditContext,
  wanted: Omit<WantedRollout, 'origin' | 'rollsBack'>,
  reason: string,
): Promise<number> {
  const { scope } = context
  const fleet = await context.fleet()
  const now = await readRolloutInstant(scope, null)
  const options = { ...PLAIN_WRITE, reason }
  const automatic = { ...wanted, origin: 'auto' as const, rollsBack: null }
  const rollout = newRollout(context, fleet, automatic, now)
  const { source, targets } = wanted
  const prepared = await prepare(context, fleet, { rollout, source, targets, now, options })
  await requireRoomForRollout(scope, rollout)
  const agreed = { ...prepared, stops: [] }
  const id = await keepNew(context, fleet, automatic, { prepared: agreed, now, options })
  announce(context, 'rollouts', id)
  return id
}

function newRollout(
  { payer }: Context,
  fleet: Fleet,
  { application, environment, version, rules, origin }: WantedRollout,
  now: Date,
): Rollout {
  return {
    id: UNKEPT,
    application: application.id,
    environment,
    version,
    origin,
    state: 'running',
    cause: null,
    wave: 0,
    waves: planWaves(fleet, application.id, environment, rules),
    confirmed: 0,
    seq: 1,
    startedBy: payer,
    startedAt: now.getTime(),
    resumedAt: null,
    endedAt: null,
  }
}

type Keeping = {
  readonly prepared: Prepared
  readonly now: Date
  readonly options: WriteOptions
}

async function keepNew(
  context: EditContext,
  fleet: Fleet,
  wanted: WantedRollout,
  { prepared, now, options }: Keeping,
): Promise<number> {
  const { scope, actor, payer } = context
  const { rollout, plan, stops } = prepared
  const { application, version, source, targets, rollsBack } = wanted
  const { object, id: applicationId } = application
  const { environment, origin, confirmed } = rollout
  const passed = stops.some(({ code }) => code === 'not_eligible')
  const waves = rollout.waves.map((_, index) =>
    waveRowOf(
      withWave(rollout, index, { overridden: passed ? ['not_eligible'] : [] }).waves[index]!,
      index,
    ),
  )
  const id = await insertRollout(
    scope,
    {
      applicationId,
      team: object.team,
      application: object.name,
      environment,
      version,
      ...storedSource(source),
      targets,
      origin,
      digest: plan.digest,
      confirmed,
      dueAt: now,
      seq: 1,
      rollsBack,
      autoAfter: await autoAfterStart(scope, fleet, rollout),
      startedAt: now,
      startedBy: payer,
      actor,
    },
    waves,
  )
  const from = versionsIn(fleet, applicationId, environment)
  const { reason } = options
  const started = { seq: 1, at: now, code: 'started', wave: null, reason, actor }
  await insertRolloutEvents(scope, id, [{ ...started, facts: { digest: plan.digest, from } }])
  recordStart(context, id, wanted, { confirmed, digest: plan.digest })
  recordPassed(context, id, stops, reason)
  return id
}

function recordStart(
  { audit }: EditContext,
  id: number,
  { application: { object }, environment, named, origin, rollsBack }: WantedRollout,
  { confirmed, digest }: { readonly confirmed: number; readonly digest: string },
): void {
  const after = {
    namespace: object.team,
    application: object.name,
    environment,
    version: named && { number: named.number, name: named.name, commit: named.commit },
    origin,
    rolls_back: rollsBack,
    clusters: confirmed,
    digest,
  }
  // Nobody asked for one that starts by itself, so its event is one of its own.
  const own = origin === 'auto' && { action: 'rollouts.start' }
  audit({ ...own, object: nameOfRollout(id), before: null, after })
}

async function endSuperseded(
  context: EditContext,
  row: NonNullable<Awaited<ReturnType<typeof findUnfinished>>>,
  reason: string | null,
): Promise<void> {
  const { scope, actor } = context
  const stored = await withWaves(scope, row)
  const now = await readRolloutInstant(scope, row.id)
  const told = { now, actor, reason, dueAt: null }
  const { rollout } = await keepRollout(
    context,
    stored,
    ended(stored.rollout, 'superseded', now.getTime()),
    told,
  )
  context.audit({
    action: 'rollouts.supersede',
    object: nameOfRollout(row.id),
    before: { state: row.state, cause: row.cause },
    after: { state: rollout.state, reason },
  })
}

export function requireFollowsVersions({ follow, name }: Application): void {
  if (follow === 'versions') return
  const reason = `Application ${name} follows its branch: set its field follow to versions first.`
  throw new Refusal('conflict', reason, { code: 'follows_branch' })
}

function requireEnvironment(fleet: Fleet, name: string): void {
  const isThere =
    name !== '' && (findEnvironment(fleet, name) !== null || fleet.clustersByEnvironment.has(name))
  if (isThere) return
  const reason = 'There is no such environment, and no cluster names it.'
  throw refusalOf('invalid', [{ path: ['environment'], code: 'unknown_environment', reason }])
}

/** Those that the environment asks for or, where it lets teams, those that were sent. */
function wavesFor(
  fleet: Fleet,
  { environment, waves: sent }: Pick<RolloutInput, 'environment' | 'waves'>,
): readonly WaveRule[] {
  if (sent === undefined) return askedIn(fleet, environment).waves
  if (!askedIn(fleet, environment).teamWaves) {
    const reason = `Environment ${environment} takes versions in its own waves alone.`
    throw refusalOf('invalid', [{ path: ['waves'], code: 'waves_not_allowed', reason }])
  }
  const read = readWaves(sent)
  const issues = read.ok ? waveIssues(read.value) : read.issues
  if (!read.ok || issues.length > 0) throw refusalOf('invalid', issues)
  return read.value
}

async function requireVersion(
  { scope }: Context,
  application: number,
  asked: RolloutInput['version'],
): Promise<VersionRow> {
  const version = await findVersion(scope, application, versionRefOf(String(asked)))
  if (version) return version
  const reason = 'The application has no such version: announce it first.'
  throw refusalOf('invalid', [{ path: ['version'], code: 'unknown_version', reason }])
}

export function sourceOfVersion(
  { repoUrl, repoPath, packaging, commit, targets }: VersionRow,
  environment: string,
): WholeSource {
  return {
    source: readSourceOf({ repoUrl, repoBranch: commit, repoPath, packaging }),
    targets: versionTargetsIn(targets, environment),
  }
}

function supersedes(id: number, supersede: boolean) {
  const what = supersede ? 'this one ends it' : 'add ?supersede=true to end it by this one'
  const message = `Rollout ${id} of the application is under way there: ${what}.`
  return { code: 'rollout_running', message }
}

function isRunning(id: number): Refusal {
  return new Refusal('conflict', supersedes(id, false).message, {
    code: 'rollout_running',
    members: { rollout: id },
  })
}
