'use client'

import { Pin, PinOff, Save, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { withQuery } from '#lib/schemas/paths.ts'
import { changeView, deleteView } from './actions.ts'
import type { ShownView } from './view-menu.tsx'

/** What can be done with the view that the page shows. */
export function CurrentView({
  path,
  query,
  current: { json, etag },
  isChanged,
}: ShownView & { current: NonNullable<ShownView['current']>; isChanged: boolean }) {
  const { id, is_default: isDefault } = json
  const [name, setName] = useState(json.name)
  useUnsavedValues({ 'the name of the view': name })
  const router = useRouter()
  const change = useUnseenSave(changeView, () => undefined)
  const removal = useUnseenSave(deleteView, () =>
    router.push(withQuery(path, Object.fromEntries(new URLSearchParams(query)))),
  )
  const refused = change.refused ?? removal.refused
  const isSending = change.isSending || removal.isSending
  const send = (body: object) => change.send({ id, etag, body })
  return (
    <form
      aria-label={`The view ${json.name}`}
      className="space-y-3 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        send({ name })
      }}
    >
      <NameField name={name} onType={setName} isDisabled={isSending || name === json.name} />
      <div className="flex flex-wrap gap-2">
        {isChanged && (
          <Button look="primary" disabled={isSending} onClick={() => send({ query })}>
            <Save aria-hidden className="size-4" />
            Save what is shown
          </Button>
        )}
        <Button disabled={isSending} onClick={() => send({ is_default: !isDefault })}>
          {isDefault ? (
            <PinOff aria-hidden className="size-4" />
          ) : (
            <Pin aria-hidden className="size-4" />
          )}
          {isDefault ? 'No longer the default' : 'Make it the default'}
        </Button>
        <Button disabled={isSending} onClick={() => removal.send({ id, etag })}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </div>
      <div role="alert">
        {refused && <FieldErrors id="view" errors={[problemWords(refused)]} />}
      </div>
    </form>
  )
}

function NameField({
  name,
  onType,
  isDisabled,
}: {
  name: string
  onType: (name: string) => void
  isDisabled: boolean
}) {
  return (
    <Field id="view-name" label="Name">
      <span className="flex gap-2">
        <Input
          id="view-name"
          value={name}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
        <Button type="submit" disabled={isDisabled}>
          Rename
        </Button>
      </span>
    </Field>
  )
}
