import { parseArgs } from 'node:util'
import { findTenant } from '#db/queries/tenants.ts'
import { DEMO_SIZE } from '#lib/demo/fleet.ts'
import { loadDemoFleet } from '#lib/demo/load.ts'
import { EnvironmentInvalid, readEnvironment } from '#lib/env.ts'
import { currentProcess } from '#lib/usecases/process.ts'
import { createToken } from '#lib/usecases/tokens/create.ts'
import { buildIfStale } from './build.ts'
import { serve } from './server.ts'

const { values } = parseArgs({
  options: {
    empty: { type: 'boolean', default: false },
    clusters: { type: 'string', default: String(DEMO_SIZE.clusters) },
    applications: { type: 'string', default: String(DEMO_SIZE.applications) },
  },
})

Object.assign(process.env, { NODE_ENV: 'production', BERTH_DEMO: '1' })
process.env['LOG_LEVEL'] ??= 'warn'
try {
  const environment = readEnvironment(process.env)
  buildIfStale()
  await serve(environment, { dev: false })
  const berth = currentProcess()
  const tenant = await findTenant(berth.database, environment.tenantName)
  if (!tenant) throw new Error('the demo has no tenant')
  if (!values.empty) {
    await loadDemoFleet(berth, tenant, {
      clusters: Number(values.clusters),
      applications: Number(values.applications),
    })
  }
  const token = await createToken(berth.database, tenant.id, {
    name: 'npm run demo',
    role: 'admin',
    team: null,
    cluster: null,
    days: 1,
    createdBy: 'npm run demo',
  })
  console.log(`
Berth answers at ${environment.url}

  The API            ${environment.url}/api/docs
  What it publishes  git clone ${environment.url}/git/gitops.git
  A token for a day  export TOKEN=${token}

Ctrl-C stops it; the next start goes on with what is there.`)
} catch (error) {
  console.error(error instanceof EnvironmentInvalid ? error.message : error)
  process.exit(1)
}
