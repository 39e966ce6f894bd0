import { inTenant } from '#db/client.ts'
import { createTenant, findTenant } from '#db/queries/tenants.ts'
import { dnsLabelIssues } from '#lib/domain/objects/names.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { boot } from '#lib/start/boot.ts'
import { recordCommand } from '#lib/usecases/audit/commands.ts'

const [verb, name] = process.argv.slice(2)
const issue = dnsLabelIssues(name ?? '', ['name'])[0]
if (verb !== 'create' || issue) {
  console.error(issue && name ? issue.reason : 'npm run tenant -- create NAME')
  process.exit(2)
}

const booted = await boot(readEnvironment({ ...process.env, LOG_LEVEL: 'silent' }))
try {
  const { database } = booted.services
  if (await findTenant(database, name!)) throw new Error(`There is a tenant ${name} already.`)
  const tenant = await createTenant(database, name!)
  await inTenant(database, tenant.id, (tx) =>
    recordCommand({ tx, tenant: tenant.id }, 'npm run tenant', 'tenants.create', {
      object: `tenant/${tenant.name}`,
      before: null,
      after: { name: tenant.name },
    }),
  )
  console.log(
    `The tenant ${name} is there. \`npm run token -- --role admin --tenant ${name}\` makes its first token.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await booted.stop()
}
