// Takes versions on their way as people and Berth do, at instants of the past.
import { createHash } from 'node:crypto'
import { inTenant } from '#db/client.ts'
import { readDueRollouts, wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { putHoldUseCase } from '#lib/usecases/holds/write.ts'
import { advanceRollout } from '#lib/usecases/rollouts/advance.ts'
import { approveRolloutUseCase } from '#lib/usecases/rollouts/approve.ts'
import { getRolloutUseCase, listRolloutsUseCase } from '#lib/usecases/rollouts/read.ts'
import { startRolloutUseCase } from '#lib/usecases/rollouts/start.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type Session, type TenantIdentity } from '#lib/usecases/session.ts'
import { announceVersionUseCase } from '#lib/usecases/versions/announce.ts'
import { makeEdit } from '../history/make-edit.ts'
import type { PastReports } from '../history/past-reports.ts'
import { actorOf } from '../history/people.ts'
import { servicesAt } from '../history/services-at.ts'
import type { Act, RolloutStep } from './script.ts'

type Demo = {
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly publishAt: (at: Date) => Promise<void>
  readonly reports: Pick<PastReports, 'passUntil' | 'hearUntil'>
}

/** As many as are under way at most. */
const UNDER_WAY_MAX = 10
/** What Berth takes to look again, and to publish. */
const LOOKS_AFTER_MS = 9_000
const PUBLISHES_AFTER_MS = 4_000

export async function writeRollouts(demo: Demo, steps: readonly RolloutStep[]): Promise<void> {
  for (const step of steps) await takeStep(demo, step)
}

async function takeStep(demo: Demo, step: RolloutStep): Promise<void> {
  const { services, tenant } = demo
  const { at, maker, reason, act } = step
  if (act.verb === 'apply') {
    await makeEdit(services, tenant, { at, maker, reason, edit: act })
    return demo.publishAt(later(at, PUBLISHES_AFTER_MS))
  }
  if (act.verb === 'wait') return carryOn(demo, at)
  const then = servicesAt(services, at)
  await takeAct(then, ownSession(tenant, actorOf(maker, services.environment)), act, reason)
}

async function takeAct(
  services: Services,
  session: Session,
  act: Exclude<Act, { verb: 'apply' | 'wait' }>,
  reason: string,
): Promise<void> {
  switch (act.verb) {
    case 'announce': {
      const { application: ref, version } = act
      const body = { commit: commitOf(act), name: version, url: pipelineOf(act) }
      await announceVersionUseCase.invoke(services, session, { ref, body, dryRun: false })
      return
    }
    case 'roll out':
      return rollOut(services, session, act, reason)
    case 'hold':
      return hold(services, session, act, reason)
    case 'approve':
      return approveAll(services, session, reason)
  }
}

type Named = Pick<Extract<Act, { verb: 'announce' }>, 'application' | 'version'>

function commitOf({ application: { namespace, name }, version }: Named): string {
  return createHash('sha1').update(`${namespace}/${name}@${version}`).digest('hex')
}

function pipelineOf({ application: { namespace, name }, version }: Named): string {
  return `https://ci.example.com/${namespace}/${name}/${version}`
}

/** As a person does: they look at what it would do, and start that. */
async function rollOut(
  services: Services,
  session: Session,
  { application: { namespace, name }, ...way }: Extract<Act, { verb: 'roll out' }>,
  reason: string,
): Promise<void> {
  const { version, environment } = way
  const body = { namespace, application: name, environment, version }
  const asked = { body, supersede: false, diff: null }
  const dryRun = { ...PLAIN_WRITE, dryRun: true }
  const seen = await startRolloutUseCase.invoke(services, session, { ...asked, options: dryRun })
  if (seen.kind !== 'preview') throw new Error('a dry run answers with a preview')
  const options = { ...PLAIN_WRITE, expectedImpact: seen.preview.digest, reason }
  await startRolloutUseCase.invoke(services, session, { ...asked, options })
}

async function hold(
  services: Services,
  session: Session,
  { application, cluster, until }: Extract<Act, { verb: 'hold' }>,
  reason: string,
): Promise<void> {
  const { namespace, name } = application
  await putHoldUseCase.invoke(services, session, {
    ref: { cluster, namespace, application: name },
    body: { until: until.toISOString(), reason },
    precondition: '*',
    options: PLAIN_WRITE,
  })
}

async function approveAll(services: Services, session: Session, reason: string): Promise<void> {
  const filter = { namespace: null, application: null, environment: null, cluster: null }
  const { items } = await listRolloutsUseCase.invoke(services, session, {
    filter: { ...filter, state: 'running' },
    after: null,
    limit: UNDER_WAY_MAX,
  })
  for (const { id } of items.toReversed()) {
    const { waves } = (await getRolloutUseCase.invoke(services, session, { id })).json
    const index = waves.findIndex(({ digest }) => digest !== null)
    const body = { wave: index + 1, decision: 'approve', reason }
    const options = { ...PLAIN_WRITE, expectedImpact: waves[index]!.digest }
    await approveRolloutUseCase.invoke(services, session, { id, body, options })
  }
}

/** Takes the steps that Berth takes by itself, and publishes what follows, until nothing is left to do. */
async function carryOn(demo: Demo, from: Date): Promise<void> {
  const { services, tenant, publishAt, reports } = demo
  await reports.passUntil(from)
  await reports.hearUntil(from)
  // Clusters may have said something of their waves.
  await inScope(demo, (scope) => wakeRolloutsOf(scope, null))
  for (let at = from; ; at = later(at, LOOKS_AFTER_MS)) {
    const then = servicesAt(services, at)
    let isOver = true
    for (const rollout of await readDue(demo)) {
      const { isStep } = await advanceRollout(then, tenant, rollout)
      if (isStep) isOver = false
    }
    if (isOver) return
    await publishAt(later(at, PUBLISHES_AFTER_MS))
  }
}

function readDue(demo: Demo) {
  return inScope(demo, (scope) => readDueRollouts(scope, UNDER_WAY_MAX, []))
}

function inScope<T>(
  { services: { database }, tenant: { id: tenant } }: Demo,
  run: (scope: TenantScope) => Promise<T>,
): Promise<T> {
  return inTenant(database, tenant, (tx) => run({ tx, tenant }))
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
