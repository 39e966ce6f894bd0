import { inTenant } from '#db/client.ts'
import { findTenant, readTenantState } from '#db/queries/tenants.ts'
import { DEMO_SIZE, demoClusterNames } from '#lib/demo/fleet.ts'
import { grantDemoRoles } from '#lib/demo/grants.ts'
import { loadDemoFleet } from '#lib/demo/load.ts'
import { simulateClusters } from '#lib/demo/simulator/simulator.ts'
import { REPORTING_MAX } from '#lib/demo/simulator/temper.ts'
import { giveClusterTokens } from '#lib/demo/simulator/tokens.ts'
import { serve } from '#lib/http/server/serve.ts'
import { answersThisMachineAlone } from '#lib/settings/env.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { createToken } from '#lib/usecases/tokens/create.ts'
import { readOptions } from './arguments.ts'
import { buildIfStale } from './build.ts'
import { writeDemoHistory } from './demo-history.ts'
import { demoIssuerOf, readDemoEnvironment } from './demo-issuer.ts'
import { explain } from './explain.ts'

const { empty, still, clusters, applications } = readOptions(
  {
    empty: { type: 'boolean', default: false },
    still: { type: 'boolean', default: false },
    clusters: { type: 'string' },
    applications: { type: 'string' },
  },
  'npm run demo -- [--empty] [--still] [--clusters N] [--applications N]',
)

/** A fleet of another size begins today. */
const hasPast = !empty && !still && clusters === undefined && applications === undefined

Object.assign(process.env, { NODE_ENV: 'production', BERTH_DEMO: '1' })
process.env['LOG_LEVEL'] ??= 'warn'
try {
  const environment = readDemoEnvironment()
  await buildIfStale()
  await serve(environment, {
    dev: false,
    ...demoIssuerOf(environment),
    ...(hasPast && { prepare: writeDemoHistory }),
  })
  const services = currentServices()
  const tenant = await findTenant(services.database, environment.tenantName)
  if (!tenant) throw new Error('the demo has no tenant')
  await grantDemoRoles(services, tenant)
  const goesOn = await hasChanges(services, tenant)
  const size = {
    clusters: Number(clusters ?? DEMO_SIZE.clusters),
    applications: Number(applications ?? DEMO_SIZE.applications),
  }
  const isOurs = !empty && (await loadDemoFleet(services, tenant, size))
  if (!still) {
    const reporting = demoClusterNames(REPORTING_MAX)
    if (isOurs) await giveClusterTokens(services, tenant, reporting.slice(0, size.clusters))
    await simulateClusters(services, tenant, reporting)
  }
  const token = await createToken(services.database, tenant.id, {
    name: 'npm run demo',
    role: 'admin',
    team: null,
    cluster: null,
    scheduler: null,
    days: 1,
    createdBy: 'npm run demo',
  })
  console.log(`
Berth answers at ${environment.url}

  The API            ${environment.url}/api/docs
  What it publishes  git clone ${environment.url}/git/gitops.git
  A token for a day  export TOKEN=${token}

Ctrl-C stops it; the next start goes on with what is there.`)
  if (!empty && !still) {
    console.log(`
Nothing of it is real: the past of its fleet is made up, and what its clusters report is simulated.`)
  }
  if (!answersThisMachineAlone(environment) && process.env['BERTH_URL'] === undefined) {
    console.log(`
Others reach it by another address? Set BERTH_URL to that: signing in leads there.`)
  }
  if (goesOn && (empty || clusters !== undefined || applications !== undefined)) {
    console.log(`
It went on with the fleet in ${environment.dataDirectory}: the options make a first one. For another
fleet, set BERTH_DATA_DIR to another folder, or remove this one.`)
  }
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function hasChanges({ database }: Services, { id }: TenantIdentity): Promise<boolean> {
  const { lastChange } = await inTenant(
    database,
    id,
    (tx) => readTenantState({ tx, tenant: id }, { lock: false }),
    { readOnly: true },
  )
  return lastChange > 0
}
