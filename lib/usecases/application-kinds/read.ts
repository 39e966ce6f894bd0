import { countLivingClusters } from '#db/queries/repository-settings.ts'
import { readSettings, type StoredApplicationKinds } from '#db/queries/settings.ts'
import {
  type ApplicationKinds,
  BUILT_IN_KINDS,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import type { ApplicationKindsJson } from '#lib/schemas/application-kinds.ts'
import { asked, type Context, defineRead } from '../define.ts'

export type ApplicationKindsAnswer = {
  readonly json: ApplicationKindsJson
  readonly etag: string
}

export const readApplicationKindsUseCase = defineRead<null, ApplicationKindsAnswer>({
  name: 'application-kinds.read',
  load: () => asked({ kind: 'settings' }),
  run: (context) => answerApplicationKinds(context),
})

export async function answerApplicationKinds({ scope }: Context): Promise<ApplicationKindsAnswer> {
  const { kinds: stored } = await readSettings(scope)
  const status = {
    built_in: BUILT_IN_KINDS.map(kindsJson),
    clusters: await countLivingClusters(scope),
    updated_at: stored?.updatedAt.toISOString() ?? null,
    updated_by: stored?.updatedBy ?? null,
  }
  return { json: { ...additionsJson(stored?.kinds ?? []), status }, etag: kindsTag(stored) }
}

export function additionsJson(
  kinds: readonly ApplicationKinds[],
): Pick<ApplicationKindsJson, 'application_kinds'> {
  return { application_kinds: kinds.map(kindsJson) }
}

const kindsJson = ({ group, resources }: ApplicationKinds) => ({ group, resources: [...resources] })

/** Before the first edit the version is 0. */
export function kindsTag(stored: Pick<StoredApplicationKinds, 'version'> | null): string {
  return `"${stored?.version ?? 0}"`
}
