'use client'

import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { SelectField } from '#components/object-form/select-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { makeHook } from './actions.ts'
import { HOSTS } from './hosts.ts'

type MadeHook = { readonly host: GitHost; readonly url: string; readonly secret: string }

/** Makes a push webhook of a team, and shows its secret this once. */
export function NewHook({ team }: { team: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<MadeHook | null>(null)
  const close = () => {
    setIsOpen(false)
    setMade(null)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        New webhook
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        wide
        title={made === null ? 'New webhook' : `What ${HOSTS[made.host].label} needs`}
        description={
          made === null
            ? 'It announces versions of this team’s applications, and can do nothing else.'
            : `Enter it there now, at ${HOSTS[made.host].place}.`
        }
      >
        {made === null ? (
          <NewHookForm team={team} onMade={setMade} onCancel={close} />
        ) : (
          <Made made={made} onDone={close} />
        )}
      </Dialog>
    </>
  )
}

function NewHookForm({
  team,
  onMade,
  onCancel,
}: {
  team: string
  onMade: (made: MadeHook) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [host, setHost] = useState<GitHost>('github')
  useUnsavedValues({ 'the new webhook': name })
  const { refused, isSending, send } = useUnseenSave(makeHook, onMade)
  const reasonsOf = (field: string) => ({ [field]: refused?.fields[field] ?? [] })
  const isOfField = refused !== null && Object.keys(refused.fields).length > 0
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send({ name, namespace: team, host })
      }}
    >
      <TextField
        id="hook-name"
        label="Name"
        hint="Which repository it is for, so that others know whether it is still needed."
        placeholder="Pushes of checkout"
        reasons={reasonsOf('name')}
        value={name}
        onChange={setName}
      />
      <SelectField
        id="hook-host"
        label="Git host"
        reasons={reasonsOf('host')}
        value={host}
        choices={GIT_HOSTS.map((each) => [each, HOSTS[each].label] as const)}
        onChange={setHost}
      />
      <div role="alert">
        {refused && !isOfField && <FieldErrors id="hook" errors={[problemWords(refused)]} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? 'Making it…' : 'Make webhook'}
        </Button>
      </div>
    </form>
  )
}

function Made({ made: { host, url, secret }, onDone }: { made: MadeHook; onDone: () => void }) {
  return (
    <>
      <Banner tone="warn" icon={TriangleAlert}>
        Once this is closed, nobody sees the secret again.
      </Banner>
      <div className="space-y-3">
        <CodeBlock code={url} label="Address" />
        <CodeBlock code={secret} label="Secret" />
        <ul className="list-disc pl-5 text-sm">
          {HOSTS[host].steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </div>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}
