// The settings of a cluster type, which depend on its reconciler.
import { z } from 'zod'
import { isJsonObject } from '#lib/domain/labels/labels.ts'
import { type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'

/** What the files of clusters depend on. A reconciler that has no use for one of them leaves it as it is here. */
export type TypeSettings = {
  /** The Kubernetes namespace of the reconciler; null: that of the installation's settings. */
  readonly namespace: string | null
  /** Whether Argo CD's own project `default`, which permits everything, is kept or emptied. */
  readonly defaultProject: 'keep' | 'empty'
}

export const DEFAULT_SETTINGS: TypeSettings = { namespace: null, defaultProject: 'keep' }

/** The fields that a reconciler has settings for; of any other one, there are none. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['argocd', ['namespace', 'default_project']],
])

const DEFAULT_PROJECTS = ['keep', 'empty'] as const

export const settingsField = {
  sent: z
    .unknown()
    .meta({
      override: {
        type: 'object',
        properties: {
          namespace: { type: ['string', 'null'] },
          default_project: { type: 'string', enum: [...DEFAULT_PROJECTS] },
        },
        additionalProperties: false,
      },
      description:
        'Of `argocd`: the `namespace` of Argo CD, where null is that of the setting ARGOCD_NAMESPACE, and what becomes of its own project `default`. What a cluster says itself takes precedence.',
      examples: [{ namespace: 'openshift-gitops', default_project: 'empty' }],
    })
    .default({}),
  answered: z.strictObject({
    namespace: z.string().nullable().optional(),
    default_project: z.enum(DEFAULT_PROJECTS).optional(),
  }),
}

/** Codes: `type` (it is no object, or the namespace no text), `unknown_field`, `one_of`. */
export function readSettings(reconciler: string, sent: unknown): Checked<TypeSettings> {
  const path = ['settings']
  if (!isJsonObject(sent)) {
    return refused([{ path, code: 'type', reason: 'Settings are an object.' }])
  }
  const fields = FIELDS.get(reconciler) ?? []
  const unknown = Object.keys(sent).filter((key) => !fields.includes(key))
  const { namespace = null, default_project: project = 'keep' } = sent
  const settings = {
    namespace: typeof namespace === 'string' ? namespace : null,
    defaultProject: DEFAULT_PROJECTS.find((each) => each === project) ?? 'keep',
  }
  return checked(settings, [
    ...unknown.map((key) => unknownField([...path, key], reconciler, fields)),
    ...(namespace === null || typeof namespace === 'string'
      ? []
      : [noText([...path, 'namespace'])]),
    ...(project === settings.defaultProject ? [] : [noChoice([...path, 'default_project'])]),
  ])
}

export function settingsJson(
  reconciler: string,
  { namespace, defaultProject }: TypeSettings,
): z.output<typeof settingsField.answered> {
  return FIELDS.has(reconciler) ? { namespace, default_project: defaultProject } : {}
}

type Path = Issue['path']

function unknownField(path: Path, reconciler: string, fields: readonly string[]): Issue {
  const known = fields.length === 0 ? 'none' : fields.join(', ')
  const reason = `There is no such setting: ${reconciler} has ${known}.`
  return { path, code: 'unknown_field', reason }
}

function noText(path: Path): Issue {
  return { path, code: 'type', reason: 'A namespace is a string, or null.' }
}

function noChoice(path: Path): Issue {
  return { path, code: 'one_of', reason: `This is one of ${DEFAULT_PROJECTS.join(', ')}.` }
}
