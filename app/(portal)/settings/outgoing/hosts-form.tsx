'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { OUTGOING_HOSTS_MAX } from '#lib/domain/addresses/outgoing-hosts.ts'
import { saveOutgoingHosts } from '../actions.ts'

/** The hosts that teams' objects may name, for admins to edit. */
export function HostsForm({ hosts, etag }: { hosts: readonly string[]; etag: string }) {
  const [text, setText] = useState(() => hosts.join('\n'))
  const { refused, isSending, send } = useUnseenSave(
    saveOutgoingHosts,
    useUnsavedValues({ hosts: text }),
  )
  const reasons = [...new Set(Object.values(refused?.fields ?? {}).flat())]
  return (
    <form
      className="max-w-2xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        send({ etag, body: { hosts: text.split(/\s+/).filter((host) => host !== '') } })
      }}
    >
      <TextField
        id="hosts"
        label="Hosts"
        hint={`One a line, ${OUTGOING_HOSTS_MAX} at most: a name, such as hooks.slack.com, or *.example.com for all beneath it. What names a host that is no longer here isn’t called any more.`}
        mono
        multiline
        rows={6}
        reasons={{ hosts: reasons }}
        value={text}
        onChange={setText}
      />
      {refused && reasons.length === 0 && (
        <Banner tone="bad" icon={CircleAlert}>
          {problemWords(refused)}
        </Banner>
      )}
      <Button look="primary" type="submit" disabled={isSending}>
        {isSending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
