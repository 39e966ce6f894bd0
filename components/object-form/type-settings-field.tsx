'use client'

import type { FieldReasons } from '#components/api.ts'
import { ChoiceField } from './choice-field.tsx'
import { TextField } from './text-field.tsx'

/** The settings of a cluster type as they are typed: an empty namespace is none. */
export type TypedSettings = { readonly namespace: string; readonly defaultProject: string }

const PROJECTS = [
  { value: 'keep', title: 'Leave it', text: 'Berth doesn’t touch it.' },
  { value: 'empty', title: 'Empty it', text: 'It permits nothing.' },
] as const

/** The settings of a cluster type whose reconciler has settings. */
export function TypeSettingsField({
  id,
  value,
  onChange,
  reasons,
}: {
  id: string
  value: TypedSettings
  onChange: (value: TypedSettings) => void
  reasons: FieldReasons
}) {
  return (
    <div className="space-y-3">
      <TextField
        id={`${id}.namespace`}
        label="Namespace"
        hint="Where it runs on its clusters. Empty: argocd, unless this installation names another."
        mono
        placeholder="argocd"
        value={value.namespace}
        onChange={(namespace) => onChange({ ...value, namespace })}
        reasons={reasons}
      />
      <ChoiceField
        id={`${id}.default_project`}
        legend="Its project default"
        value={value.defaultProject}
        onChange={(defaultProject) => onChange({ ...value, defaultProject })}
        choices={PROJECTS}
      />
    </div>
  )
}
