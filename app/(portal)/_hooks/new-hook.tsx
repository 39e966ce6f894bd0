'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { MakeFooter, MakeOnce } from '#components/object-form/make-once.tsx'
import { SelectField } from '#components/object-form/select-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { makeHook } from './actions.ts'
import { HOSTS } from './hosts.ts'

type MadeHook = { readonly host: GitHost; readonly url: string; readonly secret: string }

/** What a webhook of a team may do, and one of the repository. */
const DESCRIPTIONS = {
  team: 'It announces versions of this team’s applications, and can do nothing else.',
  repository: 'It has Berth look at branches of the repository again, and can do nothing else.',
} as const

/** Makes a webhook of a team, or of the repository that Berth writes to (null), and shows its secret this once. */
export function NewHook({ team, likelyHost }: { team: string | null; likelyHost: GitHost }) {
  const isFor = team === null ? 'repository' : 'team'
  return (
    <MakeOnce<MadeHook>
      label="New webhook"
      icon={Plus}
      asks={{
        title: 'New webhook',
        description: DESCRIPTIONS[isFor],
      }}
      answers={({ host }) => ({
        title: `What ${HOSTS[host].label} needs`,
        description: `Enter it there now, at ${HOSTS[host].place}.`,
      })}
      warning="Once this is closed, nobody sees the secret again."
      renderForm={(onMade, onCancel) => (
        <NewHookForm team={team} likelyHost={likelyHost} onMade={onMade} onCancel={onCancel} />
      )}
    >
      {({ host, url, secret }) => (
        <>
          <CodeBlock code={url} label="Address" />
          <CodeBlock code={secret} label="Secret" />
          <ul className="list-disc pl-5 text-sm">
            {[...HOSTS[host].steps, HOSTS[host].events[isFor]].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </>
      )}
    </MakeOnce>
  )
}

function NewHookForm({
  team,
  likelyHost,
  onMade,
  onCancel,
}: {
  team: string | null
  likelyHost: GitHost
  onMade: (made: MadeHook) => void
  onCancel: () => void
}) {
  const [name, setName] = useState('')
  const [host, setHost] = useState(likelyHost)
  useUnsavedValues({ 'the new webhook': name })
  const { refused, isSending, send } = useUnseenSave(makeHook, onMade)
  const reasonsOf = (field: string) => ({ [field]: refused?.fields[field] ?? [] })
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
        hint={
          team === null
            ? 'Where it is entered, so that others know whether it is still needed.'
            : 'Which repository it is for, so that others know whether it is still needed.'
        }
        placeholder={team === null ? 'Merges on GitHub' : 'Pushes of checkout'}
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
      <MakeFooter
        id="hook"
        refused={refused}
        isSending={isSending}
        action="Make webhook"
        onCancel={onCancel}
      />
    </form>
  )
}
