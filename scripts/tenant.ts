import { createTenant, findTenant } from '#db/queries/tenants.ts'
import { boot } from '#lib/boot.ts'
import { dnsLabelIssues } from '#lib/domain/names.ts'
import { readEnvironment } from '#lib/env.ts'

const [verb, name] = process.argv.slice(2)
const issue = dnsLabelIssues(name ?? '', ['name'])[0]
if (verb !== 'create' || issue) {
  console.error(issue && name ? issue.reason : 'npm run tenant -- create NAME')
  process.exit(2)
}

const booted = await boot(readEnvironment({ ...process.env, LOG_LEVEL: 'silent' }))
try {
  const { database } = booted.process
  if (await findTenant(database, name!)) throw new Error(`There is a tenant ${name} already.`)
  await createTenant(database, name!)
  console.log(
    `The tenant ${name} is there. \`npm run token -- --role admin --tenant ${name}\` makes its first token.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await booted.stop()
}
