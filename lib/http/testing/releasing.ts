// Releases as a rollout makes them, for tests: without its plan and gates.
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { asked, defineEdit } from '#lib/usecases/define.ts'
import { ownSession } from '#lib/usecases/session.ts'
import type { Submission } from '#lib/usecases/changes/submission.ts'
import { submitDrafts, type WriteOutcome } from '#lib/usecases/changes/submit.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import type { TestApi } from './api.ts'

type Wave = Pick<Submission, 'releases' | 'isCarriedOut' | 'rollout'>

const releaseUseCase = defineEdit<Wave & { readonly options: WriteOptions }, WriteOutcome>({
  name: 'rollouts.wave',
  subject: null,
  load: () => asked({ kind: 'tenant' }),
  isDryRun: ({ options }) => options.dryRun,
  run: (context, wave) => submitDrafts(context, { action: 'rollouts.wave', drafts: [], ...wave }),
})

/** Submits releases as a wave, by somebody who may do everything. */
export function submitWave(
  { services, tenant }: Pick<TestApi, 'services' | 'tenant'>,
  releases: NonNullable<Submission['releases']>,
  { options = {}, ...wave }: Wave & { readonly options?: Partial<WriteOptions> } = {},
): Promise<WriteOutcome> {
  const session = ownSession(tenant, personOf('ann', { role: 'admin' }))
  const asked = { isCarriedOut: true as const, ...wave, releases }
  return releaseUseCase.invoke(services, session, {
    ...asked,
    options: { ...PLAIN_WRITE, ...options },
  })
}

/** A version of the application of team `ieb`, for clusters by name; null: for the whole environment. */
export function releaseOf(
  fleet: Fleet,
  application: string,
  {
    clusters = null,
    ...release
  }: Partial<Omit<Release, 'clusters' | 'application'>> & {
    readonly commit: string
    readonly clusters?: readonly string[] | null
  },
): Release {
  const { commit, ...rest } = release
  const found = findObject(fleet, { kind: 'application', team: 'ieb', name: application })!
  const cluster = (name: string) => findObject(fleet, { kind: 'cluster', team: null, name })!.id
  return {
    application: found.id,
    environment: 'prod',
    version: 1,
    current: false,
    rollout: 1,
    targets: null,
    source: {
      repoUrl: `https://git.example.com/ieb/${application}.git`,
      repoBranch: commit,
      repoPath: `manifest/${application}`,
      packaging: fleet.applications.slots[found.id]!.packaging,
    },
    ...rest,
    clusters: clusters && bitsOf(clusters.map(cluster)),
  }
}

/** The ids of an application's releases in an environment. */
export function heldOf(fleet: Fleet, application: string, environment = 'prod'): number[] {
  const { id } = findObject(fleet, { kind: 'application', team: 'ieb', name: application })!
  return (fleet.releases[id] ?? [])
    .filter(({ object }) => object.environment === environment)
    .map((release) => release.id)
}
