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
import { readAnnouncement, type VersionJson } from '#lib/schemas/version.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import { defineEdit } from '../define.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import type { RefParameters } from '../objects/requested-object.ts'
import { Refusal } from '../refusal.ts'
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
      return { version: representVersion(same, running), isNew: false }
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
      return { version: representVersion(row, running), isNew: false }
    }
    const json = representVersion(await insertVersion(scope, { ...version, actor }), running)
    const { status: _, ...after } = json
    context.audit({ object: nameOf(application, json.number), before: null, after })
    return { version: json, isNew: true }
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
