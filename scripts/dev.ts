import { findTenant } from '#db/queries/tenants.ts'
import { grantDemoRoles } from '#lib/demo/grants.ts'
import { serve } from '#lib/http/server/serve.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { demoIssuerOf, readDemoEnvironment } from './demo-issuer.ts'
import { explain } from './explain.ts'

Object.assign(process.env, { NODE_ENV: 'development', BERTH_DEMO: '1' })
try {
  const environment = readDemoEnvironment()
  await serve(environment, { dev: true, ...demoIssuerOf(environment) })
  const services = currentServices()
  const tenant = await findTenant(services.database, environment.tenantName)
  if (tenant) await grantDemoRoles(services, tenant)
  console.log(`Berth answers at ${environment.url}, and reloads as you edit.`)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
