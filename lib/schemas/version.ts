// A version of an application, as it is announced and answered.
import { z } from 'zod'
import { packagingSchema } from '#lib/domain/objects/application/source-json.ts'
import { type Announcement, announcementIssues } from '#lib/domain/objects/version.ts'
import { type Checked, checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const instant = z.iso.datetime()
const count = z.number().int().min(0)
const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8'

export const versionInput = z
  .strictObject({
    commit: z.string().meta({ description: 'All digits.', examples: [COMMIT] }),
    name: z
      .string()
      .nullable()
      .default(null)
      .meta({ examples: ['v2.3.1'] }),
    repo_path: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'Where it isn’t given, the application’s; it stays the version’s.' }),
    targets: z
      .record(z.string(), z.string())
      .default({})
      .meta({
        description:
          'Directories by the names of targets, or by `ENVIRONMENT/NAME` for one environment alone. Those that aren’t given are the application’s; they stay the version’s.',
        examples: [{ 'early-adopters': 'manifest/app1/early' }],
      }),
    url: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'Where the pipeline shows its run.' }),
    built_at: z.iso.datetime({ offset: true }).nullable().default(null),
    source_commit: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The commit of the source code that was built: all digits.' }),
  })
  .meta({ id: 'VersionInput' })

export const versionOutput = z
  .strictObject({
    number: count.meta({ description: 'In order of announcement, for each application from 1.' }),
    commit: z.string(),
    name: z.string().nullable(),
    repo_url: z.string(),
    repo_path: z.string(),
    source: packagingSchema.optional().meta({
      description: 'What lies there; absent: a directory in Git, as the reconciler finds it.',
    }),
    targets: z.record(z.string(), z.string()).meta({
      description:
        'Directories by the names of targets, or by `ENVIRONMENT/NAME`, which goes before them; of other targets it is `repo_path`.',
    }),
    url: z.string().nullable(),
    built_at: instant.nullable(),
    source_commit: z.string().nullable(),
    announced_at: instant,
    announced_by: z.strictObject({
      kind: z.enum(['person', 'token', 'system']),
      id: z.string(),
      name: z.string(),
    }),
    status: z.strictObject({
      running: z
        .array(
          z.strictObject({
            environment: z.string().nullable().meta({ description: 'Null: without one.' }),
            clusters: count,
            silent: count.meta({
              description: 'Of these, on how many nobody knows whether it still runs.',
            }),
          }),
        )
        .nullable()
        .meta({
          description: 'Where its commit runs, as clusters last said; null: asked of the past.',
        }),
    }),
  })
  .meta({ id: 'Version' })

export type VersionJson = z.output<typeof versionOutput>

/** Of a version that starts by itself. */
export const startFields = {
  at: instant.meta({ description: 'From when on; not in the future: at once.' }),
  after_rollout: count
    .nullable()
    .meta({ description: 'The rollout that has to be over first; null: none is under way.' }),
}

const start = z.strictObject({ environment: z.string(), ...startFields })
export type StartJson = z.output<typeof start>

export const announcedOutput = versionOutput
  .extend({
    starts: z.array(start).meta({
      description: 'The environments in which it starts by itself, as far as that is known now.',
    }),
  })
  .meta({ id: 'AnnouncedVersion' })

/** An announcement from the JSON that people and pipelines send, with every issue of its shape or else of its content. */
export function readAnnouncement(json: unknown): Checked<Announcement> {
  const shape = readShape(versionInput, json)
  if (!shape.ok) return shape
  const { commit, name, repo_path, targets, url, built_at, source_commit } = shape.value
  const announcement: Announcement = {
    commit,
    name,
    repoPath: repo_path,
    targets,
    url,
    builtAt: built_at === null ? null : new Date(built_at),
    sourceCommit: source_commit,
  }
  return checked(announcement, announcementIssues(announcement))
}
