// What exists once in a process. Next.js loads again, for pages, what the server has loaded, so it is attached to globalThis,
// here and nowhere else.
import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import type { PersonRow } from '#db/queries/people.ts'
import type { GitClient } from '#lib/adapters/git/upload-pack.ts'
import type { IdentityProvider } from '#lib/adapters/identity/identity-provider.ts'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import type { RepositoryTrial } from '#lib/schemas/repository-settings.ts'
import type { Sealing } from '#lib/secrets/sealed.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { AccessStore } from './access/access-store.ts'
import type { TenantIdentity } from './session.ts'
import type { FleetStore } from './fleet-store.ts'
import type { HeavyReads } from './heavy-reads.ts'
import type { Announcer } from './live/announcer.ts'
import type { LiveStreams } from './live/live-streams.ts'
import type { PayerTurns } from './payer-turns.ts'
import type { Limiter } from './limiter.ts'
import type { SourceReads } from './metric-sources/source-reads.ts'
import type { KnownReports } from './reports/known-reports.ts'
import type { LastReports } from './reports/last-reports.ts'
import type { LastTexts } from './reports/last-texts.ts'
import type { ReportTurns } from './reports/turns.ts'
import type { AccessTokens } from './tokens/access-tokens.ts'
import type { TokenUse } from './tokens/last-used.ts'
import type { Pace, Uploads } from './uploads.ts'

/** What publishing needs, which answers no requests. */
export type PublishingServices = {
  readonly environment: Environment
  readonly database: Database
  readonly log: Logger
  /** What secrets in the database are sealed with. */
  readonly sealing: Sealing
  /** The only way to hosts that people name, for webhooks and sources of metrics. */
  readonly callOut: CallOut
  /** Tells those who follow a tenant what happened. */
  readonly announcer: Announcer
  /** The repository that this installation holds for a tenant, if its manifests go there. */
  readonly embeddedRepository: (tenant: TenantIdentity, headBranch: string) => EmbeddedRepository
}

export type Services = PublishingServices & {
  readonly fleets: FleetStore
  readonly access: AccessStore
  readonly accessTokens: AccessTokens
  readonly tokenUse: Pick<TokenUse, 'note' | 'settle'>
  readonly limiter: Limiter
  readonly heavyReads: HeavyReads
  readonly sourceReads: SourceReads
  /** For fetches from Git: each runs a git process for as long as its client takes to read. */
  readonly fetches: PayerTurns
  readonly bodyPace: Pace
  readonly uploads: Uploads
  /** For what is only recorded, such as reports of clusters. */
  readonly recordUploads: Uploads
  readonly reports: ReportTurns
  readonly lastReports: LastReports
  readonly lastTexts: LastTexts
  readonly knownReports: KnownReports
  /** For what clusters' Prometheus write, which waits with the reports. */
  readonly metricWrites: ReportTurns
  readonly live: LiveStreams
  /** What the cookies of signed-in people are sealed with. */
  readonly sessionSecret: string
  readonly identityProviders: readonly IdentityProvider[]
  /** The people about whom the identity provider is being asked right now. */
  readonly rereadings: Map<string, Promise<PersonRow | null>>
  readonly clock: () => Date
  /** Asks a tenant's repository for its branches; null: the one that it has without settings of its own. */
  readonly tryRepository: (
    tenant: TenantIdentity,
    repository: FleetRepository | null,
  ) => Promise<RepositoryTrial>
}

export type EmbeddedRepository = {
  /** As in its address, such as `gitops.git`. */
  readonly name: string
  /** Answers a request with which git reads it. */
  readonly serve: (path: string, request: Request, client: GitClient) => Promise<Response>
}

const place = globalThis as typeof globalThis & { berth?: Services }

export function installServices(services: Services): void {
  place.berth = services
}

export function currentServices(): Services {
  if (!place.berth) throw new Error('Berth has not started in this process')
  return place.berth
}
