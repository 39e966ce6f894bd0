import { CircleAlert, Lock } from 'lucide-react'
import { buttonClass } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { readMeUseCase } from '#lib/usecases/access/me.ts'
import type { Session } from '#lib/usecases/session.ts'
import { AskAction } from './team-requests/ask-action.tsx'

/** What people without any role can do about it. */
export async function NoRole({ session }: { session: Session }) {
  // Their rights couldn't be read, as the banner above says: they may well have some.
  if (session.notice !== null) return <Unreadable />
  const { memberships } = await read(readMeUseCase, null)
  return (
    <EmptyState
      icon={Lock}
      title="You have no role here"
      actions={
        <>
          <AskAction />
          <Link href={pagePaths.teamRequests} className={buttonClass()}>
            Your requests
          </Link>
        </>
      }
    >
      <p>
        You are signed in as {session.actor.name}, and nothing gives you a role in the tenant{' '}
        {session.tenant.name} or in one of its teams. Ask an admin of Berth to give one of your
        groups a role, or ask for a team of your own.
      </p>
      {memberships && <Groups groups={memberships.groups} />}
    </EmptyState>
  )
}

const GROUPS_SHOWN = 20

function Groups({ groups }: { groups: readonly string[] }) {
  if (groups.length === 0) {
    return <p className="mt-3">Your identity provider names no group that you are in.</p>
  }
  const more = groups.length - GROUPS_SHOWN
  return (
    <details className="mx-auto mt-4 max-w-md rounded-lg border bg-surface px-4 py-2 text-left">
      <summary className="cursor-pointer">
        Your groups, as your identity provider names them ({groups.length.toLocaleString('en')})
      </summary>
      <ul className="mt-2 max-h-64 space-y-1 overflow-y-auto">
        {groups.slice(0, GROUPS_SHOWN).map((group) => (
          <li key={group} className="flex items-center justify-between gap-2">
            <code className="min-w-0 text-xs break-all">{group}</code>
            <CopyButton text={group} label={group} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs">and {more.toLocaleString('en')} more</p>}
    </details>
  )
}

function Unreadable() {
  return (
    <EmptyState icon={CircleAlert} title="What you may do can’t be read right now">
      <p>
        Berth tries again by itself every half minute: load this page again in a moment. If it
        lasts, tell an admin.
      </p>
    </EmptyState>
  )
}
