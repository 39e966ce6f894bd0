import { CircleAlert, Lock } from 'lucide-react'
import { LookNowAndThen } from '#components/live/look-now-and-then.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { readMeUseCase } from '#lib/usecases/access/me.ts'
import type { Session } from '#lib/usecases/session.ts'
import {
  listTeamRequestsUseCase,
  type TeamRequestAnswer,
} from '#lib/usecases/team-requests/read.ts'
import { AskAction } from './team-requests/ask-action.tsx'
import { OutsideTeam } from './team-requests/outside-team.tsx'

/** What people without any role can do about it. */
export async function NoRole({ session }: { session: Session }) {
  // Their rights couldn't be read, as the banner above says: they may well have some.
  if (session.notice !== null) return <Unreadable />
  const { memberships } = await read(readMeUseCase, null)
  const requests = await read(listTeamRequestsUseCase, NEWEST)
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
      {requests.items.some(({ state }) => state === 'open') && <LookNowAndThen />}
      <Requests requests={requests.items} />
      {memberships && <Groups groups={memberships.groups} />}
    </EmptyState>
  )
}

const NEWEST = { state: null, after: null, limit: 20 } as const

/** What became of the visitor's requests, as far as it explains why they have no role. */
function Requests({ requests }: { requests: readonly TeamRequestAnswer[] }) {
  const telling = requests.filter(
    ({ state, asker_sees_team: seesTeam }) =>
      state === 'open' || (state === 'approved' && seesTeam === false),
  )
  if (telling.length === 0) return null
  return (
    <ul className="mx-auto mt-4 max-w-md space-y-3 rounded-lg border bg-surface p-4 text-left text-ink">
      {telling.map((request) => (
        <li key={request.id}>
          <RequestState request={request} />
        </li>
      ))}
    </ul>
  )
}

function RequestState({ request: { id, name, at, decision } }: { request: TeamRequestAnswer }) {
  const link = (
    <TextLink href={pagePaths.teamRequest(id ?? '')}>Your request for team {name}</TextLink>
  )
  if (decision === null) {
    return (
      <>
        {link} was sent <Ago at={new Date(at)} />: an admin of the tenant decides.
      </>
    )
  }
  return (
    <>
      {link} was approved <Ago at={new Date(decision.at)} />.{' '}
      <OutsideTeam team={decision.team ?? name} decidedBy={decision.by.name} /> You see it as soon
      as that is done, without signing in again.
    </>
  )
}

const GROUPS_SHOWN = 20

function Groups({ groups }: { groups: readonly string[] }) {
  if (groups.length === 0) {
    return (
      <p className="mt-3">
        Your identity provider names no group that you are in: without one, nothing can give you a
        role. Ask those who run it. A new group counts within ten minutes, or once you sign in
        again.
      </p>
    )
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
