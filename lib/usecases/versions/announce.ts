// Announcing a version: a row, and nothing else. No placement and no file follows from it.
import {
  countVersionsOf,
  findSameVersion,
  findVersionByName,
  insertVersion,
  type NewVersion,
  type VersionRow,
} from '#db/queries/versions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Follower } from '#lib/domain/git/push.ts'
import { type Announcement, VERSIONS_MAX } from '#lib/domain/objects/version.ts'
import { storedSource } from '#lib/domain/objects/application/stored-source.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { wholeTargets } from '#lib/domain/objects/version-targets.ts'
import { readAnnouncement, type StartJson, type VersionJson } from '#lib/schemas/version.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import type { AuditRecord } from '../audit/recording.ts'
import { defineEdit, type EditContext } from '../define.ts'
import type { FoundObject } from '../objects/read.ts'
import type { RefParameters } from '../objects/requested-object.ts'
import { Refusal } from '../refusal.ts'
import { markAnnounced } from '../rollouts/auto-marks.ts'
import { startsOf } from '../rollouts/starts.ts'
import { loadVersioned, runningOf } from './read.ts'
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
  load: (context, { ref }) => loadVersioned(context, { ref, at: null }),
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { announcement, dryRun }, { id, object: application }) => {
    const { scope, services, actor } = context
    const version = sourceOf(id, application, announcement)
    const running = await runningOf(scope, id, services.clock())
    const found = await findVersion(scope, version)
    if ('same' in found) {
      const { same } = found
      context.audit({ object: nameOf(application, same.number) })
      const starts = await startsOf(context, { id, object: application }, same.number)
      return { version: representVersion(same, running), isNew: false, starts }
    }
    if (dryRun) {
      const { kind: actorKind, id: actorId, name: actorName } = actor
      const by = { actorKind, actorId, actorName, announcedAt: services.clock() }
      const row = { ...version, ...by, number: found.count + 1 }
      const starts = await startsOf(context, { id, object: application }, row.number, row)
      return { version: representVersion(row, running), isNew: false, starts }
    }
    const row = await keepVersion(context, version)
    context.audit(announcedRecord(application, row))
    const starts = await startsOf(context, { id, object: application }, row.number)
    return { version: representVersion(row, running), isNew: true, starts }
  },
})

/** Announces the commit at the head of a branch, as the whole source that its application has now. Answers its number. */
export async function announceHead(
  context: EditContext,
  { id, object: application, commit }: Follower,
): Promise<number> {
  const version = sourceOf(id, application, { ...NOTHING_SAID, commit })
  const found = await findVersion(context.scope, version)
  if ('same' in found) return found.same.number
  const row = await keepVersion(context, version)
  context.audit({ action: announceVersionUseCase.name, ...announcedRecord(application, row) })
  return row.number
}

/** What takes the newest version by itself is looked at, too. */
async function keepVersion(
  context: EditContext,
  version: Omit<NewVersion, 'actor'>,
): Promise<VersionRow> {
  const { scope, actor } = context
  const row = await insertVersion(scope, { ...version, actor })
  await markAnnounced(scope, await context.fleet(), version.applicationId)
  return row
}

const NOTHING_SAID = {
  name: null,
  repoPath: null,
  targets: {},
  url: null,
  builtAt: null,
  sourceCommit: null,
} as const

/** The version, if it was announced before; else how many there are, if it can be another one. */
async function findVersion(
  scope: TenantScope,
  version: Omit<NewVersion, 'actor'>,
): Promise<{ readonly same: VersionRow } | { readonly count: number }> {
  const { applicationId, name } = version
  const same = await findSameVersion(scope, version)
  if (same) return { same }
  const count = await countVersionsOf(scope, applicationId)
  if (count >= VERSIONS_MAX) throw tooMany()
  if (name !== null && (await findVersionByName(scope, applicationId, name))) throw nameTaken(name)
  return { count }
}

function announcedRecord(application: Application, row: VersionRow): AuditRecord {
  const { status: _, ...after } = representVersion(row, null)
  return { object: nameOf(application, row.number), before: null, after }
}

function nameOf({ team, name }: Application, number: number): string {
  return auditName(subject, team, name, String(number))
}

/** What isn't said is the application's, as it is now. */
function sourceOf(
  applicationId: number,
  application: Application,
  announcement: Announcement,
): Omit<NewVersion, 'actor'> {
  const { repoUrl, repoPath, packaging } = storedSource(application)
  return {
    ...announcement,
    applicationId,
    repoUrl,
    repoPath: announcement.repoPath ?? repoPath,
    packaging,
    targets: wholeTargets(application, announcement.targets),
  }
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
