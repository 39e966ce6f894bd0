import { Ban, Check, CircleAlert, CircleDot } from 'lucide-react'
import { Reasons } from '#components/access/reasons.tsx'
import { TenantRoleBadge } from '#components/access/role-words.tsx'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { kindHeading } from '#components/objects/kinds.ts'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { MatrixRow } from '#lib/domain/access/access-matrix.ts'
import {
  type Action,
  isPlatformName,
  type PlatformName,
  platformKindOf,
  type ResourceName,
} from '#lib/domain/access/permissions.ts'
import { isKind, isOwned, type Kind } from '#lib/domain/objects/kinds.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { AccessAnswer } from '#lib/usecases/access/people.ts'

export function AccessAnswerCard({ answer }: { answer: AccessAnswer }) {
  const { person, role, teams, because, notice, matrix } = answer
  const title = person === null ? 'Whoever has these groups and app roles' : person.name
  return (
    <Card flush title={title}>
      <div className="p-4">
        {notice !== null && (
          <Banner tone="warn" icon={CircleAlert}>
            {notice}
          </Banner>
        )}
        <Facts
          facts={[
            [
              'Role in the tenant',
              role === null ? (
                <None key="role">none</None>
              ) : (
                <TenantRoleBadge key="role" role={role} />
              ),
            ],
            [
              'Teams',
              teams.size === 0 ? (
                <None key="teams">none</None>
              ) : (
                <Teams key="teams" teams={teams} />
              ),
            ],
            [
              'Because of',
              because.length === 0 ? (
                <None key="because">no group and no app role gives them anything</None>
              ) : (
                <Reasons key="because" because={because} />
              ),
            ],
          ]}
        />
      </div>
      <div className="border-t">
        <ColumnTable
          label="What they may do"
          columns={columns}
          items={byResource(matrix)}
          keyOf={({ resource }) => resource}
        />
      </div>
    </Card>
  )
}

function Teams({ teams }: Pick<AccessAnswer, 'teams'>) {
  return (
    <ul className="space-y-1">
      {[...teams].map(([team, role]) => (
        <li key={team}>
          <TextLink href={pagePaths.team(team)}>{team}</TextLink>{' '}
          <span className="text-muted">as {role}</span>
        </li>
      ))}
    </ul>
  )
}

type ResourceRow = { readonly resource: ResourceName } & Readonly<Record<Action, MatrixRow>>

/** One row for each resource, with both actions. */
function byResource(matrix: readonly MatrixRow[]): readonly ResourceRow[] {
  return [...Map.groupBy(matrix, ({ resource }) => resource)].flatMap(([resource, rows]) => {
    const read = rows.find(({ action }) => action === 'read')
    const write = rows.find(({ action }) => action === 'write')
    return read && write ? [{ resource, read, write }] : []
  })
}

const OTHER_WORDS: Readonly<Record<Exclude<ResourceName, Kind | PlatformName>, string>> = {
  tenant: 'The tenant',
  repository: 'The repository',
  settings: 'Settings',
  token: 'API tokens',
  'saved-view': 'Own views of lists',
  'team-view': 'Views of teams',
  audit: 'Audit',
  'team-wish': 'What teams ask for',
  'team-request': 'Team requests',
  person: 'What people may do',
  'report-file': 'Files of reports',
  report: 'Reports of clusters',
  'foreign-application': 'What Berth didn’t make',
  registration: 'Registering as a cluster',
  version: 'Versions',
  'shared-application': 'Applications that teams show to everybody',
  'shared-version': 'Versions of these',
  hook: 'Push webhooks',
  'repository-hook': 'Webhooks of the repository',
  'repository-event': 'Telling what happened in the repository',
  rollout: 'Rollouts',
  approval: 'Approvals of rollouts, in a group that a gate names',
  override: 'Passing gates of rollouts, as overriders and admins',
  check: 'Results of checks of rollouts',
  decision: 'Decisions of schedulers',
  score: 'Scores of clusters',
  'pull-request': 'Pull requests, opening them again where one’s group rolls out',
}

function wordsOf(resource: ResourceName): string {
  if (isPlatformName(resource)) return `${kindHeading(platformKindOf(resource))} of the platform`
  if (!isKind(resource)) return OTHER_WORDS[resource]
  const heading = kindHeading(resource)
  return isOwned(resource, 'team-or-platform') ? `${heading} of teams` : heading
}

const columns: readonly Column<ResourceRow>[] = [
  {
    heading: 'What',
    cell: ({ resource }) => <span className="font-medium">{wordsOf(resource)}</span>,
  },
  { heading: 'May see', cell: ({ read }) => <Verdict row={read} /> },
  { heading: 'May change', cell: ({ write }) => <Verdict row={write} /> },
]

function Verdict({ row: { allowed, teams, refusal } }: { row: MatrixRow }) {
  if (allowed === 'all') {
    return (
      <Badge tone="good" icon={Check}>
        Yes
      </Badge>
    )
  }
  if (allowed === 'own') {
    return (
      <Badge tone="accent" icon={CircleDot}>
        {teams.length === 0 ? 'Their own' : `Of ${teams.join(', ')}`}
      </Badge>
    )
  }
  return (
    <div className="max-w-96 min-w-40 space-y-1">
      <Badge icon={Ban}>No</Badge>
      {refusal !== null && <p className="text-xs text-muted">{refusal.reason}</p>}
      {refusal?.allowedBy.map(({ role, grants }) => (
        <p key={role} className="text-xs break-words text-muted">
          The role {role} comes with {grants.join(', ')}.
        </p>
      ))}
    </div>
  )
}
