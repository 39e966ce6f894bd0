'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/input.tsx'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { viewPath } from '#lib/schemas/paths.ts'
import { keepView } from './actions.ts'
import type { ShownView } from './view-menu.tsx'

/** Keeps what the page shows under a name, and then shows it as that view. */
export function NewViewForm({
  list,
  path,
  query,
  teams,
  onDone,
  onCancel,
}: ShownView & { onDone: () => void; onCancel: () => void }) {
  const [values, setValues] = useState({ name: '', team: '', isDefault: false })
  useUnsavedValues({ 'the new view': values })
  const router = useRouter()
  const { refused, isSending, send } = useUnseenSave(keepView, ({ id }) => {
    onDone()
    router.push(viewPath(path, { id, query }))
  })
  const { name, team, isDefault } = values
  return (
    <form
      noValidate
      aria-label="New view"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        send({ list, name, namespace: team || null, query, is_default: isDefault })
      }}
    >
      <TextField
        id="new-view-name"
        label="Name"
        reasons={{ name: refused?.fields['name'] ?? [] }}
        value={name}
        placeholder="Production in the east"
        onChange={(typed) => setValues({ ...values, name: typed })}
      />
      {teams.length > 0 && (
        <OwnerField
          team={team}
          teams={teams}
          onChoose={(chosen) => setValues({ ...values, team: chosen })}
        />
      )}
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={isDefault}
          onChange={({ target }) => setValues({ ...values, isDefault: target.checked })}
        />
        The navigation leads to it
      </label>
      <Refused refused={refused} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function OwnerField({
  team,
  teams,
  onChoose,
}: Pick<ShownView, 'teams'> & {
  /** Empty: the visitor. */
  team: string
  onChoose: (team: string) => void
}) {
  return (
    <Field id="new-view-team" label="For">
      <Select id="new-view-team" value={team} onChange={({ target }) => onChoose(target.value)}>
        <option value="">Me</option>
        {teams.map((each) => (
          <option key={each} value={each}>
            Team {each}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** What is wrong besides the name, which says so itself. */
function Refused({ refused }: { refused: RefusedForm | null }) {
  return (
    <div role="alert">
      {refused && !refused.fields['name'] && (
        <FieldErrors id="new-view" errors={[problemWords(refused)]} />
      )}
    </div>
  )
}
