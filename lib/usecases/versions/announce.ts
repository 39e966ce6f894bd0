// Announcing a version: a row, and nothing else. No placement and no file follows from it.
import {
  countVersionsOf,
  findSameVersion,
  findVersionByName,
  insertVersion,
  type NewVersion,
} from '#db/queries/versions.ts'
import { type Announcement, VERSIONS_MAX } from '#lib/domain/objects/version.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { readAnnouncement, type StartJson, type VersionJson } from '#lib/schemas/version.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import { defineEdit } from '../define.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import type { RefParameters } from '../objects/requested-object.ts'
import { Refusal } from '../refusal.ts'
import { markAnnounced } from '../rollouts/auto-marks.ts'
import { startsOf } from '../rollouts/starts.ts'
import { runningOf } from './read.ts'
import { representVersion } from './represent.ts'

const subject: Subject = { kind: 'version', namedBy: [] }

export type AnnounceRequest = {
  readonly ref: RefParameters
  readonly body: unknown
  readonly dryRun: boolean
}
type AnnounceInput = Omit<AnnounceRequest, 'body'> & { readonly announcement: Announcement }

export type Announced = {
  readonly version: VersionJson
  /** False: it was announced before, or it is a dry run. */
  readonly isNew: boolean
  /** Where it starts by itself. */
  readonly starts: readonly StartJson[]
}

export const announceVersionUseCase = defineEdit<
  AnnounceRequest,
  Announced,
  AnnounceInput,
  FoundObject<'application'>
>({
  name: 'versions.announce',
  subject,
  parse: ({ body, ...request }) => {
    const read = readAnnouncement(body)
    return read.ok ? { ok: true, value: { ...request, announcement: read.value } } : read
  },
  load: (context, { ref }) => loadObject('application')(context, { ref, at: null }),
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { announcement, dryRun }, { id, object: application }) => {
    const { scope, services, actor } = context
    const version = sourceOf(id, application, announcement)
    const running = await runningOf(scope, id, services.clock())
    const same = await findSameVersion(scope, version)
    if (same) {
      context.audit({ object: nameOf(application, same.number) })
      const starts = await startsOf(context, { id, object: application }, same.number)
      return { version: representVersion(same, running), isNew: false, starts }
    }
    const count = await countVersionsOf(scope, id)
    if (count >= VERSIONS_MAX) throw tooMany()
    if (version.name !== null && (await findVersionByName(scope, id, version.name))) {
      throw nameTaken(version.name)
    }
    if (dryRun) {
      const { kind: actorKind, id: actorId, name: actorName } = actor
      const by = { actorKind, actorId, actorName, announcedAt: services.clock() }
      const row = { ...version, ...by, number: count + 1 }
      const starts = await startsOf(context, { id, object: application }, row.number, row)
      return { version: representVersion(row, running), isNew: false, starts }
    }
    const json = representVersion(await insertVersion(scope, { ...version, actor }), running)
    await markAnnounced(scope, await context.fleet(), id)
    const { status: _, ...after } = json
    context.audit({ object: nameOf(application, json.number), before: null, after })
    const starts = await startsOf(context, { id, object: application }, json.number)
    return { version: json, isNew: true, starts }
  },
})

function nameOf({ team, name }: Application, number: number): string {
  return auditName(subject, team, name, String(number))
}

/** What isn't said is the application's, as it is now. */
function sourceOf(
  applicationId: number,
  { repoUrl, repoPath }: Application,
  announcement: Announcement,
): Omit<NewVersion, 'actor'> {
  return { ...announcement, applicationId, repoUrl, repoPath: announcement.repoPath ?? repoPath }
}

function nameTaken(name: string): Refusal {
  const code = 'version_name_taken'
  const reason = `Another version of the application is called ${name}, and versions never change.`
  return new Refusal('conflict', reason, { code, issues: [{ path: ['name'], code, reason }] })
}

function tooMany(): Refusal {
  return new Refusal(
    'conflict',
    `The application has ${VERSIONS_MAX.toLocaleString('en')} versions, as many as one may have.`,
    { code: 'too_many_versions' },
  )
}
