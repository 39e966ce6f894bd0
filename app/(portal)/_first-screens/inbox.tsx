import { InboxBell, InboxLines } from '#components/shell/inbox-bell.tsx'
import { Card } from '#components/ui/card.tsx'
import { readInbox } from '#lib/http/portal/inbox.ts'
import { countWaiting, inboxLines } from './inbox-lines.ts'

/** What waits for the visitor, on every page. */
export async function Inbox() {
  const inbox = await readInbox()
  return <InboxBell lines={inboxLines(inbox)} count={countWaiting(inbox)} />
}

/** The same on the first page, where something waits. */
export async function Waiting() {
  const lines = inboxLines(await readInbox())
  if (lines.length === 0) return null
  return (
    <Card title="Waits for you">
      <InboxLines lines={lines} />
    </Card>
  )
}
