'use client'

import { Tag } from 'lucide-react'
import { useState } from 'react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { announceVersion } from './actions.ts'

/** In the order of the form, by the names of the API. */
const FIELDS = [
  {
    name: 'commit',
    label: 'Commit',
    hint: 'Of the manifests that clusters run: all of its 40 or 64 digits.',
    mono: true,
  },
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

type Values = Readonly<Record<(typeof FIELDS)[number]['name'], string>>

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
}: {
  application: { readonly namespace: string; readonly name: string }
}) {
  const [values, setValues] = useState(EMPTY)
  const save = async (sent: Parameters<typeof announceVersion>[0]) => {
    const state = await announceVersion(sent)
    if (state.kind === 'saved' && state.before !== null) return announcedBefore(state.before)
    if (state.kind === 'saved') setValues(EMPTY)
    return state
  }
  return (
    <AskFirst
      button={labelled('Announce a version', Tag)}
      title={`A version of ${ref.name}`}
      description="One commit, which never changes. Nothing is rolled out by it: clusters run what the application says."
      action="Announce"
      sent={{ ref, body: bodyOf(values) }}
      save={save}
    >
      {(refused) =>
        FIELDS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            id={`version-${name}`}
            reasons={{ [name]: refused?.fields[name] ?? [] }}
            value={values[name]}
            onChange={(text) => setValues({ ...values, [name]: text })}
          />
        ))
      }
    </AskFirst>
  )
}

/** What is left empty isn't said. */
function bodyOf({ commit, ...others }: Values) {
  const said = Object.entries(others).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  )
  return { commit: commit.trim(), ...Object.fromEntries(said) }
}

function announcedBefore(number: number): RefusedForm {
  const message = `The same commit and paths were announced before, as version ${number}.`
  return { kind: 'refused', code: 'announced_before', message, fields: {} }
}
