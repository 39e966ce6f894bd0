'use client'

import { KeyRound } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { FormField } from './form-field.tsx'

/** An edit of a secret that can't be read. Undefined: keep it; null: remove it; a text: the new secret. */
export type SecretEdit = string | null | undefined

/** A secret that can be set, replaced and removed, but not read. */
export function SecretField({
  id,
  label,
  hint,
  reasons,
  isSet,
  edit,
  onEdit,
  multiline = false,
}: {
  id: string
  label: string
  hint: string | undefined
  reasons: FieldReasons
  isSet: boolean
  edit: SecretEdit
  onEdit: (edit: SecretEdit) => void
  multiline?: boolean
}) {
  const isTyping = typeof edit === 'string' || (!isSet && edit === undefined)
  const name = label.toLowerCase().replace('ssh', 'SSH')
  return (
    <FormField id={id} label={label} hint={hint} reasons={reasons}>
      {(described) => (
        <div className="flex flex-wrap items-start gap-2">
          {isTyping ? (
            <SecretInput {...described} multiline={multiline} value={edit ?? ''} onEdit={onEdit} />
          ) : (
            <span className="flex h-8 items-center">
              <Badge tone={edit === null ? 'warn' : 'neutral'} icon={KeyRound}>
                {edit === null ? 'Removed when you save' : 'Set, never shown'}
              </Badge>
            </span>
          )}
          {isSet && edit === undefined && (
            <>
              <Button {...described} aria-label={`Replace the ${name}`} onClick={() => onEdit('')}>
                Replace
              </Button>
              <Button look="quiet" aria-label={`Remove the ${name}`} onClick={() => onEdit(null)}>
                Remove
              </Button>
            </>
          )}
          {isSet && edit !== undefined && (
            <Button
              {...(!isTyping && described)}
              look="quiet"
              aria-label={`Keep the ${name} as it is`}
              onClick={() => onEdit(undefined)}
            >
              Keep as it is
            </Button>
          )}
        </div>
      )}
    </FormField>
  )
}

function SecretInput({
  multiline,
  value,
  onEdit,
  ...described
}: {
  id: string
  multiline: boolean
  value: string
  onEdit: (edit: SecretEdit) => void
}) {
  const props = {
    ...described,
    value,
    spellCheck: false,
    autoComplete: 'new-password',
    onChange: ({ target }: { target: { value: string } }) => onEdit(target.value),
  }
  if (!multiline) return <Input {...props} type="password" className="max-w-md flex-1 font-mono" />
  return (
    <textarea
      {...props}
      rows={4}
      placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
      className="block min-w-0 flex-1 basis-72 rounded-md border border-edge bg-surface px-2.5 py-1.5 font-mono text-xs leading-5 placeholder:text-muted aria-invalid:border-bad"
    />
  )
}
