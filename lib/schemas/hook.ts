// A webhook that a Git host calls, as it is asked for and answered, and what the host is answered.
import { z } from 'zod'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { type Checked, checked, type Issue } from '#lib/domain/text/issue.ts'
import { textIssues } from '#lib/domain/text/text.ts'
import { readShape } from './shape.ts'

const NAME_CHARACTERS_MAX = 100

const host = z
  .enum(GIT_HOSTS)
  .meta({ description: 'Which program calls it. `gitea`: Forgejo, too.' })

export const hookInput = z
  .strictObject({
    name: z.string().meta({ description: 'What it is for.', examples: ['Pushes of checkout'] }),
    namespace: z.string().nullable().meta({
      description:
        'The team whose applications get versions of pushes. Null: it is for the repository that Berth writes to, and has Berth look at its branches again.',
    }),
    host,
  })
  .meta({ id: 'HookInput' })

const hookFields = {
  id: z.uuid(),
  name: z.string(),
  namespace: z
    .string()
    .nullable()
    .meta({ description: 'The team. Null: it is for the repository that Berth writes to.' }),
  host,
  url: z.string().meta({ description: 'Where the host is to send its deliveries.' }),
  created_at: z.iso.datetime(),
  created_by: z.strictObject({ id: z.string(), name: z.string() }),
  last_delivery_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the host last proved that it has the secret, to the minute.' }),
}

export const hookOutput = z.strictObject(hookFields).meta({ id: 'Hook' })
export type HookJson = z.output<typeof hookOutput>

export const newHookOutput = z
  .strictObject({
    ...hookFields,
    secret: z.string().meta({ description: 'For the host. It is answered this once.' }),
  })
  .meta({ id: 'NewHook' })

export const deliveryInput = z.looseObject({}).meta({
  description:
    'A push, or a pull request of the repository that Berth writes to, as the Git host tells of it, with the proof that it has the secret.',
})

const IGNORED = [
  'event',
  'nobody_follows',
  'repeated',
  'another_repository',
  'no_pull_request',
] as const
export type Ignored = (typeof IGNORED)[number]

export const deliveryOutput = z
  .strictObject({
    versions: z
      .array(
        z.strictObject({
          namespace: z.string(),
          application: z.string(),
          number: z.number().int(),
          commit: z.string(),
        }),
      )
      .meta({ description: 'The versions that the pushed commits are, new or not.' }),
    branches: z.array(z.string()).meta({
      description: 'The branches of the repository that Berth looks at again.',
    }),
    ignored: z.enum(IGNORED).nullable().meta({
      description:
        'Why nothing came of it. `event`: it is nothing that the hook is for. `nobody_follows`: no application of the team follows versions from this repository and branch. `repeated`: this delivery came in the last 24 hours. `another_repository`: it isn’t of the repository that Berth writes to. `no_pull_request`: Berth has no pull request into this branch.',
    }),
  })
  .meta({ id: 'HookDelivery' })
export type DeliveryJson = z.output<typeof deliveryOutput>

/** `team` null: of the tenant's repository. */
export type NewHook = {
  readonly name: string
  readonly team: string | null
  readonly host: GitHost
}

/** A hook as people ask for one, with every issue of its shape or else of its content. */
export function readNewHook(json: unknown): Checked<NewHook> {
  const shape = readShape(hookInput, json)
  if (!shape.ok) return shape
  const { namespace: team, host: gitHost } = shape.value
  const name = shape.value.name.trim()
  return checked({ name, team, host: gitHost }, nameIssues(name))
}

function nameIssues(name: string): readonly Issue[] {
  if (name === '') return [{ path: ['name'], code: 'required', reason: 'This field is required.' }]
  return textIssues(name, ['name'], { charactersMax: NAME_CHARACTERS_MAX, lineBreaks: false })
}
