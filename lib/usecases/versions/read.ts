// The versions of an application, and one of them.
import { readRunningRevisions, type RunningRow } from '#db/queries/running-revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { countVersions, findVersion, listVersions, type VersionRow } from '#db/queries/versions.ts'
import { COUNTED_MAX, type Total } from '#lib/domain/lists/total.ts'
import { versionRefOf } from '#lib/domain/objects/version.ts'
import type { VersionJson } from '#lib/schemas/version.ts'
import { type Context, defineRead, type Loaded, notFound } from '../define.ts'
import { type FoundObject, type GetInput, loadObject } from '../objects/read.ts'
import { type RefParameters, versionsOf } from '../objects/requested-object.ts'
import { representVersion } from './represent.ts'

type FoundApplication = FoundObject<'application'>

export type ListVersionsInput = {
  readonly ref: RefParameters
  readonly at: Date | null
  readonly filter: { readonly text: string | null; readonly descending: boolean }
  /** The number of the last one of the page before. */
  readonly after: number | null
  readonly limit: number
}

export type VersionList = Total & {
  readonly items: readonly VersionJson[]
  readonly next: number | null
}

export const listVersionsUseCase = defineRead<
  ListVersionsInput,
  VersionList,
  ListVersionsInput,
  FoundApplication
>({
  name: 'versions.list',
  load: loadVersioned,
  run: async ({ scope, services }, { at, filter, after, limit }, { id }) => {
    const query = { ...filter, applicationId: id, at }
    const rows = await listVersions(scope, query, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const running =
      at === null && page.length > 0 ? await runningOf(scope, id, services.clock()) : null
    return {
      items: page.map((row) => representVersion(row, running)),
      next: rows.length > limit ? page.at(-1)!.number : null,
      ...(await countVersions(scope, query)),
    }
  },
})

export type VersionInput = {
  readonly ref: RefParameters
  /** Its number, its name, or the first digits of its commit. */
  readonly version: string
}

export const getVersionUseCase = defineRead<VersionInput, VersionJson, VersionInput, VersionRow>({
  name: 'versions.get',
  load: loadVersion('version'),
  run: async ({ scope, services }, _, version) =>
    representVersion(version, await runningOf(scope, version.applicationId, services.clock())),
})

/** The application whose versions are asked for, of which those who announce them may see nothing else. */
export async function loadVersioned(
  context: Context,
  input: GetInput,
): Promise<Loaded<FoundApplication> | null> {
  const loaded = await loadObject('application', 'version')(context, input)
  return loaded && { ...loaded, resource: versionsOf(loaded.found.object) }
}

/** It is found by those who may read the versions of its team, or the applications. */
export function loadVersion(kind: 'version' | 'application') {
  return async (
    context: Context,
    { ref, version: text }: VersionInput,
  ): Promise<Loaded<VersionRow> | null> => {
    const loaded = await loadObject('application', kind)(context, { ref, at: null })
    if (!loaded) return null
    const { id, object } = loaded.found
    const version = await findVersion(context.scope, id, versionRefOf(text))
    if (!version) throw notFound()
    const resource = kind === 'version' ? versionsOf(object) : { kind, team: object.team }
    return { resource, found: version }
  }
}

/** As many placements are looked at as lists count. */
export function runningOf(
  scope: TenantScope,
  application: number,
  now: Date,
): Promise<readonly RunningRow[]> {
  return readRunningRevisions(scope, [application], COUNTED_MAX, now)
}
