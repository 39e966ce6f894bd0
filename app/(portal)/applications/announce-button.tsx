'use client'

import { Tag } from 'lucide-react'
import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { SourceType } from '#lib/domain/objects/application/packaging.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { announceVersion } from './actions.ts'

/** What is announced, by what lies at the source of the application. */
const REVISIONS = {
  git: {
    name: 'commit',
    label: 'Commit',
    hint: 'Of the manifests that clusters run: all of its 40 or 64 digits. Of a protected branch or a tag, so that clusters find it later, too.',
    mono: true,
    one: 'One commit, which never changes.',
  },
  helm: {
    name: 'commit',
    label: 'Version of the chart',
    hint: 'One that is in its repository: no range.',
    placeholder: '1.4.0',
    mono: true,
    one: 'One version of the chart, with the values that the application has now: neither ever changes.',
  },
  oci: {
    name: 'commit',
    label: 'Digest',
    hint: 'Of the artifact: sha256: and all of its 64 digits. A tag can move.',
    placeholder: 'sha256:…',
    mono: true,
    one: 'One artifact, which never changes.',
  },
} as const

/** In the order of the form, by the names of the API. */
const FIELDS = [
  { name: 'name', label: 'Name', hint: 'What people call it. Optional.', placeholder: 'v2.3.1' },
  {
    name: 'repo_path',
    label: 'Path',
    hint: 'Empty: the application’s, as it is now. It stays the version’s.',
    mono: true,
  },
  {
    name: 'built_at',
    label: 'Built at',
    hint: 'Optional.',
    placeholder: '2027-01-31T12:00:00Z',
    mono: true,
  },
  {
    name: 'source_commit',
    label: 'Built of the commit',
    hint: 'Of the source code, all digits. Optional.',
    mono: true,
  },
  {
    name: 'url',
    label: 'Run of the pipeline',
    hint: 'Its https address. Optional.',
    placeholder: 'https://ci.example.com/run/7',
  },
] as const

/** How a version comes to clusters. */
const COMES: Readonly<Record<Application['follow'], string>> = {
  branch: 'Nothing is rolled out by it: clusters run what the application itself says.',
  versions:
    'Environments that take the newest version by themselves begin with it; to the others somebody rolls it out.',
}

type Values = Readonly<Record<'commit' | (typeof FIELDS)[number]['name'], string>>

/** The directories of targets, by the keys of the API. */
type Directories = Readonly<Record<string, string>>

const EMPTY: Values = {
  commit: '',
  name: '',
  repo_path: '',
  built_at: '',
  source_commit: '',
  url: '',
}

export function AnnounceButton({
  application: ref,
  type,
  follow,
  targets,
}: {
  application: { readonly namespace: string; readonly name: string }
  type: SourceType
  follow: Application['follow']
  targets: readonly Target[]
}) {
  const { one, ...revision } = REVISIONS[type]
  const [values, setValues] = useState(EMPTY)
  const [directories, setDirectories] = useState<Directories>({})
  const save = async (sent: Parameters<typeof announceVersion>[0]) => {
    const state = await announceVersion(sent)
    if (state.kind === 'saved' && state.before !== null) return announcedBefore(state.before)
    if (state.kind === 'saved') {
      setValues(EMPTY)
      setDirectories({})
    }
    return state
  }
  return (
    <AskFirst
      button={labelled('Announce a version', Tag)}
      title={`A version of ${ref.name}`}
      description={`${one} ${COMES[follow]}`}
      action="Announce"
      sent={{ ref, body: bodyOf(values, directories) }}
      save={save}
    >
      {(refused) => (
        <>
          {[revision, ...FIELDS.filter(({ name }) => isOfType(name, type))].map(
            ({ name, ...field }) => (
              <TextField
                key={name}
                {...field}
                id={`version-${name}`}
                reasons={{ [name]: refused?.fields[name] ?? [] }}
                value={values[name]}
                onChange={(text) => setValues({ ...values, [name]: text })}
              />
            ),
          )}
          {targets.length > 0 && (
            <TargetFields
              targets={targets}
              value={directories}
              onChange={setDirectories}
              reasons={refused?.fields ?? {}}
            />
          )}
        </>
      )}
    </AskFirst>
  )
}

/** A chart has no directories. */
function isOfType(field: string, type: SourceType): boolean {
  return field !== 'repo_path' || type !== 'helm'
}

/** Where the targets are in this version. */
function TargetFields({
  targets,
  value,
  onChange,
  reasons,
}: {
  targets: readonly Target[]
  value: Directories
  onChange: (value: Directories) => void
  reasons: FieldReasons
}) {
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="text-sm font-medium">Directories of targets</legend>
      <p className="-mt-3 text-xs text-muted">
        Empty: the application’s, as they are now. They stay the version’s.
      </p>
      {targets.map(({ name, environment, repoPath }) => {
        const key = `${environment}/${name}`
        const path = `targets.${key}`
        return (
          <TextField
            key={key}
            id={`version-${path}`}
            label={`${name} in ${environment}`}
            mono
            placeholder={repoPath}
            reasons={{ [path]: reasons[path] ?? [] }}
            value={value[key] ?? ''}
            onChange={(text) => onChange({ ...value, [key]: text })}
          />
        )
      })}
    </fieldset>
  )
}

/** What is left empty isn't said. */
function bodyOf({ commit, ...others }: Values, directories: Directories) {
  const targets = saidOf(directories)
  return {
    commit: commit.trim(),
    ...saidOf(others),
    ...(Object.keys(targets).length > 0 && { targets }),
  }
}

function saidOf(texts: Directories): Directories {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  )
}

function announcedBefore(number: number): RefusedForm {
  const message = `The same was announced before, as version ${number}.`
  return { kind: 'refused', code: 'announced_before', message, fields: {} }
}
