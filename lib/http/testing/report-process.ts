// A process that sends reports of a cluster as its input tells, and may be told to die on the way. It prints the answers.
import { text } from 'node:stream/consumers'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { testSecrets } from './secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import { CLUSTER, smallReport } from '#lib/usecases/reports/testing/reports.ts'

const { databaseUrl, tenant, at }: SendReport = JSON.parse(await text(process.stdin))
const database = openDatabase(databaseUrl, { max: 2 })
const environment = readEnvironment({ LOG_LEVEL: 'silent', BERTH_URL: 'https://berth.example.com' })
const services = createServices(environment, database, testSecrets)
const session = ownSession(tenant, actorOf({ cluster: CLUSTER }))
const report = smallReport(new Date(at))
const answer = await receiveReportUseCase.invoke(services, session, { cluster: CLUSTER, report })
process.stdout.write(JSON.stringify(answer))
await closeDatabase(database)

/** What the process is told. */
export type SendReport = {
  readonly databaseUrl: string
  readonly tenant: TenantIdentity
  /** An instant, as a text. */
  readonly at: string
}
