'use client'

import { RotateCw, Send } from 'lucide-react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { redeliver, testSubscription } from './actions.ts'

export function RedeliverButton({
  name,
  id,
  subject,
}: {
  name: string
  id: string
  subject: string
}) {
  return (
    <AskFirst
      button={labelled('Send again', RotateCw)}
      title="Send it again"
      description={`${subject}. It is sent with the same id, so that the receiver can tell.`}
      action="Send"
      sent={{ name, id }}
      save={redeliver}
    />
  )
}

export function TestButton({ name }: { name: string }) {
  return (
    <AskFirst
      button={labelled('Send a test', Send)}
      title="Send a test"
      description={`${name} is sent an event that only says that it arrived, at most once a minute.`}
      action="Send"
      sent={{ name }}
      save={testSubscription}
    />
  )
}
