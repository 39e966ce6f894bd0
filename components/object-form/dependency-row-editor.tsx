'use client'

import {
  applicationSuggestions,
  nameSuggestions,
} from '#components/completion/object-suggestions.ts'
import { versionSuggestions } from '#components/completion/version-suggestions.ts'
import { CheckField } from './choice-field.tsx'
import type { DependencyRow, RowReasons } from './dependency-rows.ts'
import { RemoveButton } from './remove-button.tsx'
import { SelectField } from './select-field.tsx'
import { SuggestedField } from './suggested-field.tsx'

type Given = {
  readonly row: DependencyRow
  readonly id: string
  readonly reasons: RowReasons
  readonly onChange: (row: DependencyRow) => void
}

const PLACES = [
  ['cluster', 'On the same cluster'],
  ['environment', 'In a whole environment'],
] as const

/** An application that is needed: which one, where it must be, and as of which version. */
export function DependencyRowEditor({
  number,
  onRemove,
  ...given
}: Given & { number: number; onRemove: () => void }) {
  const { row, id, reasons, onChange } = given
  return (
    <li className="@container">
      <fieldset className="min-w-0 space-y-3 rounded-md border bg-canvas p-3">
        <legend className="sr-only">Needed application {number}</legend>
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <SuggestedField
              id={`${id}-application`}
              label="Application"
              source={applicationSuggestions}
              placeholder="team/application"
              reasons={{ application: reasons.application }}
              value={row.application}
              onChange={(application) => onChange({ ...row, application })}
            />
          </div>
          <RemoveButton label={`Remove needed application ${number}`} onClick={onRemove} />
        </div>
        <div className="grid gap-3 @md:grid-cols-2">
          <Place {...given} />
          <LeastVersion {...given} />
        </div>
        {row.environment === null && (
          <CheckField
            label="Healthy there"
            text="As far as the cluster reports. Off: it is enough that it was released there."
            value={row.healthy}
            onChange={(healthy) => onChange({ ...row, healthy })}
          />
        )}
      </fieldset>
    </li>
  )
}

function Place({ row, id, reasons, onChange }: Given) {
  const { environment } = row
  const isOnCluster = environment === null
  return (
    <>
      <SelectField
        id={`${id}-place`}
        label="Must be"
        reasons={isOnCluster ? { place: reasons.place } : {}}
        choices={PLACES}
        value={isOnCluster ? 'cluster' : 'environment'}
        onChange={(place) =>
          onChange({ ...row, environment: place === 'cluster' ? null : '', healthy: true })
        }
      />
      {!isOnCluster && (
        <SuggestedField
          id={`${id}-environment`}
          label="Environment"
          source={nameSuggestions('environment')}
          placeholder="prod"
          reasons={{ place: reasons.place }}
          value={environment}
          onChange={(text) => onChange({ ...row, environment: text })}
        />
      )}
    </>
  )
}

function LeastVersion({ row, id, reasons, onChange }: Given) {
  const [namespace = '', name = ''] = row.application.split('/')
  return (
    <SuggestedField
      id={`${id}-version`}
      label="At this version or later"
      source={versionSuggestions(namespace, name)}
      placeholder="Any version"
      reasons={{ version: reasons.minVersion }}
      value={row.minVersion}
      onChange={(minVersion) => onChange({ ...row, minVersion })}
    />
  )
}
