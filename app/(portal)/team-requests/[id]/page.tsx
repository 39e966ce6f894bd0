import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { LookNowAndThen } from '#components/live/look-now-and-then.tsx'
import { askedWords } from '#components/objects/asked-words.ts'
import { None } from '#components/objects/label-chips.tsx'
import { selectorText } from '#components/selector/selector-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded, Refused } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read, requireSession } from '#lib/http/portal/page.ts'
import { readsEveryRequest, whyNotDecide } from '#lib/http/portal/team-request-pages.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { getTeamRequestUseCase, type TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { DeclineButton, WithdrawButton } from '../settle-buttons.tsx'
import { OutsideTeam } from '../outside-team.tsx'
import { StateBadge } from '../states.tsx'
import { AnswerSeen } from './answer-seen.tsx'
import { Approval } from './approval.tsx'
import { wishFacts } from './wish-facts.tsx'

type Props = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: 'Team request' }

export default async function TeamRequestPage({ params }: Props) {
  const { id } = await params
  const request = await read(getTeamRequestUseCase, { id })
  const { actor } = await requireSession()
  const isOpen = request.state === 'open'
  const isNew = request.asks_for === 'team'
  const what = askedWords(request.asks_for, request.name)
  const refusal = await whyNotDecide()
  const decides = isOpen && refusal === null
  const readsAll = await readsEveryRequest()
  const isAsker = actor.kind === 'person' && actor.id === request.asker.id
  return (
    <>
      <PageHeader
        title={upperFirst(what)}
        crumbs={[{ href: pagePaths.teamRequests, label: 'Team requests' }]}
        badges={<StateBadge state={request.state} />}
        actions={
          isOpen && <Settling request={request} what={what} isAsker={isAsker} refusal={refusal} />
        }
      />
      {isAsker && (isOpen ? <LookNowAndThen /> : <AnswerSeen id={id} />)}
      <div className="space-y-4">
        {isNew && request.asker_sees_team === false && !decides && (
          <OutsideBanner request={request} isAsker={isAsker} />
        )}
        {request.decision && <DecisionCard {...request} decision={request.decision} />}
        <WishCard request={request} tellsOfGroups={readsAll} />
        {decides && <Approval id={id} request={request} />}
        {isOpen && !decides && (
          <p className="text-muted">An admin of the tenant decides. The answer will stand here.</p>
        )}
      </div>
    </>
  )
}

/** What settles an open request: for whoever asked, and for those who read everybody's. */
async function Settling({
  request: { id, asker },
  what,
  isAsker,
  refusal,
}: {
  request: TeamRequestAnswer
  what: string
  isAsker: boolean
  refusal: string | null
}) {
  const readsAll = await readsEveryRequest()
  return (
    <>
      {isAsker && <WithdrawButton id={id ?? ''} what={what} />}
      {readsAll && refusal !== null && (
        <Refused icon={CircleCheck} label="Approve" refusal={refusal} />
      )}
      {readsAll && (
        <Guarded icon={CircleSlash} label="Decline" refusal={refusal}>
          <DeclineButton id={id ?? ''} what={what} asker={asker.name} />
        </Guarded>
      )}
    </>
  )
}

function WishCard({
  request,
  tellsOfGroups,
}: {
  request: TeamRequestAnswer
  tellsOfGroups: boolean
}) {
  const { asks_for: asksFor, name, asker, at, purpose, groups, asker_sees_team } = request
  const others = groups.filter(({ asker_is_member: isMember }) => isMember === false)
  return (
    <Card title="What was asked for">
      {tellsOfGroups && others.length > 0 && asker_sees_team !== false && (
        <Banner tone="warn" icon={TriangleAlert}>
          {asker.name} is not in {others.length === 1 ? 'one' : others.length} of these groups: see
          that its members know.
        </Banner>
      )}
      <Facts
        facts={[
          [
            asksFor === 'team' ? 'Name' : 'Team',
            asksFor === 'team' ? (
              <Chip key="name">{name}</Chip>
            ) : (
              <TextLink key="name" href={pagePaths.team(name)}>
                {name}
              </TextLink>
            ),
          ],
          [
            'By',
            <span key="by">
              {asker.name}, <Ago at={new Date(at)} />
            </span>,
          ],
          [
            'Purpose',
            <span key="purpose" className="block max-w-prose whitespace-pre-wrap">
              {purpose}
            </span>,
          ],
          ...(asksFor === 'team' ? newTeamFacts(request, tellsOfGroups) : wishFacts(request)),
        ]}
      />
    </Card>
  )
}

function newTeamFacts(
  { groups, cluster_boundary: boundary }: TeamRequestAnswer,
  tellsOfGroups: boolean,
) {
  return [
    ['Groups', <Groups key="groups" groups={groups} tellsOfGroups={tellsOfGroups} />],
    [
      'Clusters',
      boundary === undefined ? (
        'Any'
      ) : (
        <SelectorChip key="clusters" selector={selectorText(boundary)} />
      ),
    ],
  ] as const
}

function Groups({
  groups,
  tellsOfGroups,
}: Pick<TeamRequestAnswer, 'groups'> & { tellsOfGroups: boolean }) {
  if (groups.length === 0) return <None />
  return (
    <div className="space-y-2">
      <ul className="space-y-1">
        {groups.map(({ id, role, asker_is_member: isMember }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Chip>{id}</Chip>
            <span className="text-muted">{role}</span>
            {tellsOfGroups && isMember === false && (
              <Badge tone="warn" icon={TriangleAlert}>
                the asker is not in this group
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {tellsOfGroups && (
        <p className="flex max-w-prose items-start gap-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Everybody in such a group gets its role. Berth knows neither names nor members: look each
          id up in your identity provider before you approve.
        </p>
      )}
    </div>
  )
}

/** What is missing, and who can mend it. */
function OutsideBanner({ request, isAsker }: { request: TeamRequestAnswer; isAsker: boolean }) {
  const { name, asker, decision } = request
  const team = decision?.team ?? name
  return (
    <Banner tone="warn" icon={TriangleAlert}>
      {isAsker ? (
        <OutsideTeam team={team} decidedBy={decision?.by.name ?? null} />
      ) : (
        `${asker.name} does not see team ${team}: none of their groups is among its groups.`
      )}
    </Banner>
  )
}

const VERBS = { approved: 'Approved', declined: 'Declined', withdrawn: 'Withdrawn', open: 'Asked' }

function DecisionCard({
  state,
  decision: { at, by, reason, team, cluster, change },
}: Pick<TeamRequestAnswer, 'state'> & { decision: NonNullable<TeamRequestAnswer['decision']> }) {
  return (
    <Card title="What became of it">
      <Facts
        facts={[
          [
            VERBS[state],
            <span key="by">
              by {by.name}, <Ago at={new Date(at)} />
            </span>,
          ],
          ...(reason === null ? [] : [['Reason', reason] as const]),
          ...(team === null
            ? []
            : [
                [
                  'Team',
                  <TextLink key="team" href={pagePaths.team(team)}>
                    {team}
                  </TextLink>,
                ] as const,
              ]),
          ...(cluster === null
            ? []
            : [
                [
                  'Cluster',
                  <TextLink key="cluster" href={pagePaths.cluster(cluster)}>
                    {cluster}
                  </TextLink>,
                ] as const,
              ]),
          ...(change === null
            ? []
            : [
                [
                  'Change',
                  <TextLink key="change" href={pagePaths.change(change)}>{`#${change}`}</TextLink>,
                ] as const,
              ]),
        ]}
      />
    </Card>
  )
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
