import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import {
  repositoryTrialInput,
  type RepositorySettingsBody,
  type RepositoryTrial,
} from '#lib/schemas/repository-settings.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { currentSettings, draftedRepository } from './draft.ts'

type TryRequest = { readonly body: unknown; readonly dryRun: boolean }
type TryInput = { readonly body: RepositorySettingsBody | null; readonly dryRun: boolean }

/** Runs the trial and answers its outcome. Called after the transaction, which holds a connection to the database. */
export type Trial = () => Promise<RepositoryTrial>

export const tryRepositorySettingsUseCase = defineRead<TryRequest, Trial, TryInput>({
  name: 'repository-settings.try',
  parse: ({ body, dryRun }) => {
    const read = readShape(repositoryTrialInput, body)
    if (!read.ok) return read
    const { repo_url, ...rest } = read.value
    const given = repo_url === undefined ? null : { ...rest, repo_url }
    return { ok: true, value: { body: given, dryRun } }
  },
  load: () => asked({ kind: 'settings' }),
  // It connects to the repository, but stores nothing.
  permission: 'write',
  run: async (context, { body, dryRun }) => {
    const target = await targetOf(context, body)
    if (dryRun) return async () => HOLDING
    return () => context.services.tryRepository(context.tenant, target)
  },
})

const HOLDING: RepositoryTrial = {
  ok: true,
  message: 'The settings hold.',
  branches: null,
  pull_requests: null,
}

/** Null: the repository that the tenant has without settings of its own. */
async function targetOf(
  context: Context,
  body: RepositorySettingsBody | null,
): Promise<FleetRepository | null> {
  const current = await currentSettings(context)
  if (body !== null) return draftedRepository(context, current, body)
  const { row } = current
  if (row === null) return null
  return draftedRepository(context, current, {
    repo_url: row.repoUrl,
    pull_url: row.pullUrl,
    branch_pattern: row.branchPattern,
    shards: row.shards,
    username: row.username,
  })
}
