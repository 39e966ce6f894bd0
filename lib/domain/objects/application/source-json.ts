// Where an application comes from, as it is sent, answered and stored: `source` says what lies there, beside the three fields of
// a directory in Git. That alone, as the reconciler finds it, has no `source`.
import { z } from 'zod'
import { isDigest } from '#lib/domain/text/fixed-revision.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { NO_VALUES, readValues, type Values } from '#lib/domain/values/values.ts'
import {
  type HelmOptions,
  type Packaging,
  type Packed,
  SOURCE_TYPES,
  type SourceType,
} from './packaging.ts'

const text = z.string()
const RENDERS = ['auto', 'directory', 'kustomize', 'helm'] as const

/** The domain reads them, so that issues have its codes. */
const values = z.unknown().meta({
  override: { type: 'object', additionalProperties: true },
  description:
    'What Helm gives to the chart, besides the chart’s own values. Where `render` is `helm`, or the type.',
  examples: [{ replicas: 2, ingress: { host: 'app1.example.com' } }],
})

const releaseName = text.optional().meta({
  description: 'Where Helm renders: the name of the release; absent: that of the application.',
})

const configUnder = text.optional().meta({
  description:
    'Where Helm renders: where in the values those of configs go, as a JSON pointer; absent: nowhere.',
  examples: ['/app/config'],
})

const sentSource = z
  .strictObject({
    type: z.enum(SOURCE_TYPES).meta({
      description:
        '`git`: `repo_path` in a repository of Git, at `repo_branch`. `helm`: a chart. `oci`: an artifact in a registry.',
    }),
    render: z.enum(RENDERS).optional().meta({
      description:
        'How it becomes manifests, of `git` and `oci`. `auto`, of `git` alone: as the reconciler finds it.',
    }),
    chart: text.optional().meta({ description: 'Of `helm`: its name in the repository.' }),
    version: text.optional().meta({
      description:
        'Of `helm`: the version of the chart. Of `oci`: the tag, unless there is a digest.',
      examples: ['1.2.3'],
    }),
    digest: text.optional().meta({ description: 'Of `oci`: `sha256:` and 64 digits.' }),
    release_name: releaseName,
    values: values.optional(),
    config_under: configUnder,
  })
  .meta({ id: 'SourceInput' })

const optionsOfHelm = {
  release_name: releaseName,
  values: z.record(text, z.unknown()).optional(),
  config_under: configUnder,
}
const rendered = { render: z.enum(['directory', 'kustomize', 'helm']), ...optionsOfHelm }
const ofGit = z.strictObject({ type: z.literal('git'), ...rendered })
const ofHelm = z.strictObject({ type: z.literal('helm'), chart: text, ...optionsOfHelm })
const ofOci = z.strictObject({ type: z.literal('oci'), ...rendered })
const revisionOfOci = { version: text.optional(), digest: text.optional() }

/** What lies at a source, without the revision of it. */
export const packagingSchema = z
  .discriminatedUnion('type', [ofGit, ofHelm, ofOci])
  .meta({ id: 'Packaging' })

const answeredSource = z
  .discriminatedUnion('type', [
    ofGit,
    ofHelm.extend({ version: text }),
    ofOci.extend(revisionOfOci),
  ])
  .meta({
    id: 'Source',
    description: 'Absent: a directory in Git, as the reconciler finds it.',
  })

export const sourceField = {
  sent: sentSource.optional().meta({
    description:
      'What lies at `repo_url`, and how it becomes manifests; absent: a directory in Git, as the reconciler finds it.',
  }),
  answered: answeredSource.optional(),
}

type SentSource = z.output<typeof sentSource>
export type PackagingJson = z.output<typeof packagingSchema>
type SourceJson = z.output<typeof answeredSource>

/** The fields of an application that say where it comes from. */
type SourceFields<Source> = {
  readonly repo_url: string
  readonly repo_branch?: string | undefined
  readonly repo_path?: string | undefined
  readonly source?: Source | undefined
}

type FieldOfSource = Exclude<keyof SentSource, 'type'>

const AS_FOUND = { type: 'git' } as const
const HELM_FIELDS: readonly string[] = [
  'release_name',
  'values',
  'config_under',
] satisfies readonly FieldOfSource[]
const OWN_FIELDS: Readonly<Record<SourceType, readonly string[]>> = {
  git: ['render'],
  helm: ['chart', 'version', ...HELM_FIELDS],
  oci: ['render', 'version', 'digest'],
}

/**
 * Reads where an application comes from, as it was sent or stored: `source_field_not_allowed` for what the type of the source
 * doesn't have, `required` for what it needs, `one_of`, and the issues of values by themselves. `name`: the application's.
 */
export function readSource(sent: SourceFields<SentSource>, name: string): Checked<Packed> {
  const source: SentSource = sent.source ?? AS_FOUND
  const values = readOptionalValues(source.values)
  const issues = [
    ...strayIssues(sent, source),
    ...missingIssues(sent, source),
    ...(values.ok ? [] : values.issues),
  ]
  if (issues.length > 0 || !values.ok) return refused(issues)
  return accepted({
    repoUrl: sent.repo_url,
    repoBranch: sent.repo_branch ?? source.digest ?? source.version ?? '',
    repoPath: sent.repo_path ?? '.',
    packaging: packagingOf(withoutName(source, name), values.value),
  })
}

/** Its release is called like the application anyway. */
function withoutName(source: SentSource, name: string): SentSource {
  return source.release_name === name ? { ...source, release_name: undefined } : source
}

/** What was stored of a source without its revision. */
export function readPackaging(stored: PackagingJson | null): Packaging | null {
  if (stored === null) return null
  const values = readOptionalValues('values' in stored ? stored.values : undefined)
  return packagingOf(stored, values.ok ? values.value : NO_VALUES)
}

function readOptionalValues(values: unknown): Checked<Values> {
  return values === undefined ? accepted(NO_VALUES) : readValues(values, ['source', 'values'])
}

function packagingOf(source: SentSource, values: Values): Packaging | null {
  const { type, render = 'auto', chart = '' } = source
  const { release_name: releaseName = null, config_under: under = null } = source
  const options = { releaseName, values, configUnder: under }
  if (type === 'helm') return { type, chart, render: 'helm', ...options }
  if (render === 'auto') return null
  return render === 'helm' ? { type, render, ...options } : { type, render }
}

/** Of what the type of the source doesn't have. */
function strayIssues(sent: SourceFields<SentSource>, source: SentSource): readonly Issue[] {
  const { type, render } = source
  const own = ['type', ...OWN_FIELDS[type]]
  const ofRender = render === 'helm' ? [...own, ...HELM_FIELDS] : own
  const stray = Object.keys(source).filter((field) => !ofRender.includes(field))
  return [
    ...(type !== 'git' && sent.repo_branch !== undefined
      ? [strayIssue(['repo_branch'], type)]
      : []),
    ...(type === 'helm' && sent.repo_path !== undefined ? [strayIssue(['repo_path'], type)] : []),
    ...stray.map((field) =>
      HELM_FIELDS.includes(field)
        ? strayIssue(['source', field], `${type} that Helm doesn't render`)
        : strayIssue(['source', field], type),
    ),
  ]
}

function strayIssue(path: Issue['path'], type: string): Issue {
  const reason = `A source of type ${type} has no such field: leave it out.`
  return { path, code: 'source_field_not_allowed', reason }
}

/** Of what the type of the source needs. */
function missingIssues(sent: SourceFields<SentSource>, source: SentSource): readonly Issue[] {
  const { type, render, chart, version, digest } = source
  switch (type) {
    case 'git':
      return [
        ...neededIssue(sent.repo_branch, ['repo_branch']),
        ...neededIssue(sent.repo_path, ['repo_path']),
      ]
    case 'helm':
      return [
        ...neededIssue(chart, ['source', 'chart']),
        ...neededIssue(version, ['source', 'version']),
      ]
    case 'oci':
      return [...renderIssues(render), ...oneRevisionIssues(version, digest)]
  }
}

function renderIssues(render: SentSource['render']): readonly Issue[] {
  const path = ['source', 'render']
  if (render !== 'auto') return neededIssue(render, path)
  const reason = 'Of an artifact, it must be one of "directory", "kustomize", "helm".'
  return [{ path, code: 'one_of', reason }]
}

function oneRevisionIssues(version?: string, digest?: string): readonly Issue[] {
  if (digest === undefined && version === undefined) {
    const reason = 'An artifact needs a version or a digest.'
    return [{ path: ['source', 'version'], code: 'required', reason }]
  }
  if (digest === undefined || version === undefined) return []
  const reason = 'An artifact has either a version or a digest: leave one of them out.'
  return [{ path: ['source', 'digest'], code: 'source_field_not_allowed', reason }]
}

function neededIssue(value: string | undefined, path: Issue['path']): readonly Issue[] {
  return value === undefined ? [{ path, code: 'required', reason: 'This field is required.' }] : []
}

/** The fields that say where an application comes from; what its source doesn't have is absent. */
export function sourceFields(packed: Packed): SourceFields<SourceJson> {
  const { repoUrl: repo_url, repoBranch: revision, repoPath: repo_path, packaging } = packed
  if (packaging === null) return { repo_url, repo_branch: revision, repo_path }
  const json = packagingJson(packaging)
  switch (json.type) {
    case 'git':
      return { repo_url, repo_branch: revision, repo_path, source: json }
    case 'helm':
      return { repo_url, source: { ...json, version: revision } }
    case 'oci':
      return {
        repo_url,
        repo_path,
        source: { ...json, ...(isDigest(revision) ? { digest: revision } : { version: revision }) },
      }
  }
}

/** As it is answered and stored where a version or a release has it. */
export function packagingJson(packaging: Packaging): PackagingJson {
  if (packaging.type === 'helm') {
    const { type, chart } = packaging
    return { type, chart, ...optionsJson(packaging) }
  }
  const { type, render } = packaging
  return { type, render, ...(packaging.render === 'helm' && optionsJson(packaging)) }
}

function optionsJson({ releaseName, values, configUnder: under }: HelmOptions) {
  return {
    ...(releaseName !== null && { release_name: releaseName }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(under !== null && { config_under: under }),
  }
}
