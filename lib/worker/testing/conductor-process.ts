// A process that takes the rollouts of a tenant a step further, and may be told to die on the way. It says when it didn't.
import { text } from 'node:stream/consumers'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { Conductor } from '../conductor.ts'

const { databaseUrl, tenant }: ConductIn = JSON.parse(await text(process.stdin))
const database = openDatabase(databaseUrl, { max: 2 })
const environment = readEnvironment({ LOG_LEVEL: 'silent', BERTH_URL: 'https://berth.example.com' })
const services = createServices(environment, database, testSecrets)
const conductor = new Conductor({ services, tenants: async () => [tenant] })
await conductor.look()
await conductor.ended()
process.stdout.write('alive')
await closeDatabase(database)

/** What the process is told. */
export type ConductIn = { readonly databaseUrl: string; readonly tenant: TenantIdentity }
