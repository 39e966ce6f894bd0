'use client'

import { Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { ChoiceField } from '#components/object-form/choice-field.tsx'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { RoleGrant } from '#lib/domain/access/access.ts'
import { grantRole } from './actions.ts'

const BLANK: RoleGrant = { source: 'group', value: '', role: 'reader', description: '' }

const SOURCES = [
  { value: 'group', title: 'Group', text: 'By its object id, not by its name' },
  { value: 'role', title: 'App role', text: 'By its value' },
] as const satisfies ComponentProps<typeof ChoiceField<RoleGrant['source']>>['choices']

const ROLES = [
  { value: 'reader', title: 'Reader', text: 'Sees everything' },
  { value: 'contributor', title: 'Contributor', text: 'Edits every team’s applications' },
  { value: 'admin', title: 'Admin', text: 'May do everything' },
] as const satisfies ComponentProps<typeof ChoiceField<RoleGrant['role']>>['choices']

export function GrantForm() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Give a role
      </Button>
      <Dialog
        wide
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Give a role in the tenant"
        description="Whoever has the group or the app role has it from their next request on."
      >
        <GrantFields onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function GrantFields({ onDone }: { onDone: () => void }) {
  const [grant, setGrant] = useState(BLANK)
  useUnsavedValues({ 'the role to give': grant })
  const { refused, isSending, send } = useUnseenSave(grantRole, onDone)
  const reasonsOf = (field: 'value' | 'description') => ({ [field]: refused?.fields[field] ?? [] })
  const isOfField = refused !== null && Object.keys(refused.fields).length > 0
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send({ ...grant, value: grant.value.trim() })
      }}
    >
      <ChoiceField
        id="grant-source"
        legend="Whoever has this"
        value={grant.source}
        onChange={(source) => setGrant({ ...grant, source })}
        choices={SOURCES}
      />
      <TextField
        id="grant-value"
        label={grant.source === 'group' ? 'Group id' : 'App role value'}
        mono
        reasons={reasonsOf('value')}
        value={grant.value}
        onChange={(value) => setGrant({ ...grant, value })}
      />
      <TextField
        id="grant-description"
        label="Description"
        hint="What people call it: ids say little."
        reasons={reasonsOf('description')}
        value={grant.description}
        onChange={(description) => setGrant({ ...grant, description })}
      />
      <ChoiceField
        id="grant-role"
        legend="Is"
        value={grant.role}
        onChange={(role) => setGrant({ ...grant, role })}
        choices={ROLES}
      />
      <div role="alert">
        {refused && !isOfField && <FieldErrors id="grant" errors={[problemWords(refused)]} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? 'Giving…' : 'Give the role'}
        </Button>
      </div>
    </form>
  )
}
