// Writes the history of the demo: ninety days that are made up, through the same use cases as if they had passed. An
// interrupted one goes on where it was.
import { inTenant } from '#db/client.ts'
import { readAuditRows, readChainHead } from '#db/queries/audit.ts'
import { readChangeSummaries } from '#db/queries/changes.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { rolloutsUntil } from '../rollouts/script.ts'
import { writeRollouts } from '../rollouts/write-rollouts.ts'
import { demoClusterNames, DEMO_SIZE } from '../fleet.ts'
import { grantDemoRoles } from '../grants.ts'
import { between } from '../simulator/chance.ts'
import { giveClusterTokens } from '../simulator/tokens.ts'
import { makeEdit } from './make-edit.ts'
import { PastReports } from './past-reports.ts'
import { historyUntil, type Step } from './script.ts'
import { servicesAt } from './services-at.ts'

const DAY_MS = 86_400_000
/** For so many days an interrupted history can go on; what clusters say of older days isn't kept. */
const GOES_ON_DAYS = 20

/** Publishes what waits, as of an instant. */
export type PublishAt = (at: Date) => Promise<void>

/**
 * Does nothing in a tenant in which anything else happened, or once all changes of the script are made: rollouts that were
 * interrupted stay where they are.
 */
export async function writeHistory(
  services: Services,
  tenant: TenantIdentity,
  publishAt: PublishAt,
): Promise<void> {
  const now = services.clock()
  const plan = await findPlan(services, tenant, now)
  if (plan === null) return
  const { steps, done, today } = plan
  const first = new Date(steps[0]!.at.getTime() - 5 * 60_000)
  await grantDemoRoles(servicesAt(services, first), tenant)
  const names = demoClusterNames(DEMO_SIZE.clusters)
  // Of the last step that was made, what followed may not have been.
  const begin = Math.max(0, done - 1)
  const then = rolloutsUntil(now)
  const from = steps[begin]!.at
  const reports = new PastReports(services, tenant, names, { today, from, now })
  for (let index = begin; index < steps.length; index++) {
    const step = steps[index]!
    if (index >= done) await makeEdit(services, tenant, step)
    await publishAt(new Date(step.at.getTime() + Math.floor(between(1500, 7000, index))))
    if (onboardsClusters(step))
      await giveClusterTokens(servicesAt(services, step.at), tenant, names)
    await reports.passUntil(steps[index + 1]?.at ?? then[0]!.at)
  }
  await writeRollouts({ services, tenant, publishAt, reports }, then)
  await reports.passUntil(now)
  await reports.endAt(now)
}

function onboardsClusters({ edit }: Step): boolean {
  return edit.verb === 'apply' && edit.documents.some(({ kind }) => kind === 'Cluster')
}

type Plan = { readonly steps: readonly Step[]; readonly done: number; readonly today: Date }

/** What is to be done, and how much of it is; null: nothing. */
async function findPlan(
  services: Services,
  tenant: TenantIdentity,
  now: Date,
): Promise<Plan | null> {
  const { made, newest } = await inTenant(services.database, tenant.id, (tx) =>
    readMade({ tx, tenant: tenant.id }),
  )
  for (let days = 0; days < GOES_ON_DAYS; days++) {
    const today = new Date(now.getTime() - days * DAY_MS)
    const steps = historyUntil(today)
    const isPrefix = made.every(
      ({ at, reason }, index) =>
        steps[index]?.at.getTime() === at.getTime() && steps[index].reason === reason,
    )
    const next = steps[made.length]
    if (isPrefix && next !== undefined && newest <= next.at) {
      return { steps, done: made.length, today }
    }
  }
  return null
}

/** The tenant's first changes, one more than there are steps at most, and when anything happened last. */
async function readMade(scope: TenantScope) {
  const { lastChange } = await readTenantState(scope, { lock: false })
  const steps = historyUntil(new Date()).length
  const ids = Array.from({ length: Math.min(lastChange, steps + 1) }, (_, index) => index + 1)
  const head = await readChainHead(scope)
  const [last] = head === null ? [] : await readAuditRows(scope, { after: head.id - 1, limit: 1 })
  return { made: await readChangeSummaries(scope, ids), newest: new Date(last?.at ?? 0) }
}
