import { Plus } from 'lucide-react'
import { PublicationBadge } from '#components/changes/publication-badge.tsx'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { GroupState } from '#components/observed/state-counts.tsx'
import { Card } from '#components/ui/card.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { changeState } from '#lib/domain/git/publication-state.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { newPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { CountedCell } from '#lib/usecases/matrix/counts.ts'
import { OneEnvironment } from './one-environment.tsx'
import { OpenRollouts } from './open-rollouts.tsx'
import { type OpenChange, type OwnTeam, readOwnTeamsUseCase } from '#lib/usecases/overview/teams.ts'

/** What members of teams look at first. `environment`: only what is there; null: everywhere. */
export async function TeamScreen({ environment }: { environment: string | null }) {
  const { teams, more, openRollouts, openChanges } = await read(readOwnTeamsUseCase, null)
  return (
    <>
      <KeepCurrent seen={[]} />
      <div className="space-y-6">
        <OpenRollouts rollouts={openRollouts} />
        <OpenChanges changes={openChanges} />
        <OneEnvironment environment={environment} allHref={pagePaths.myTeams} />
        {teams.map((team) => (
          <TeamCard key={team.name} team={team} alone={environment} />
        ))}
        {more > 0 && (
          <p className="text-muted">
            And {more.toLocaleString('en')} more:{' '}
            <TextLink href={pagePaths.teams}>all of your teams</TextLink>
          </p>
        )}
      </div>
    </>
  )
}

function OpenChanges({ changes }: { changes: readonly OpenChange[] }) {
  return (
    <Card
      flush
      title="My open changes"
      note="not in Git yet, or not everywhere where they should be"
    >
      {changes.length === 0 ? (
        <p className="p-4 text-muted">Nothing that you saved lately is still on its way.</p>
      ) : (
        <ul className="divide-y">
          {changes.map(({ change, arrived }) => (
            <li
              key={change.id}
              className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5"
            >
              <TextLink strong href={pagePaths.change(change.id)}>
                {`Change #${change.id}`}
              </TextLink>
              <span className="min-w-0 text-muted">
                {change.reason ?? change.action}, <Ago at={change.at} />
              </span>
              <span className="ml-auto flex items-center gap-2">
                {arrived !== null && (
                  <span className="text-xs text-muted tabular-nums">
                    arrived on {arrived.count.toLocaleString('en')} of{' '}
                    {arrived.of.toLocaleString('en')}
                  </span>
                )}
                <PublicationBadge state={changeState(change.publications)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Application = OwnTeam['applications'][number]

async function TeamCard({ team, alone }: { team: OwnTeam; alone: string | null }) {
  const { name, role, applications, total } = team
  const refusal = await whyNotWrite({ kind: 'application', team: name })
  return (
    <Card
      flush
      title={name}
      note={`${noteOf(applications.length, total)}, you are a ${role}`}
      actions={
        <>
          <TextLink href={withQuery(pagePaths.overview, { namespace: name, environment: alone })}>
            How it runs
          </TextLink>
          <TextLink href={pagePaths.team(name)}>Team</TextLink>
          <GuardedLink href={newPath('application')} icon={Plus} refusal={refusal}>
            New application
          </GuardedLink>
        </>
      }
    >
      <NextStep team={team} />
      {applications.length > 0 && (
        <ColumnTable
          label={`Applications of ${name}`}
          columns={columnsOf(team, alone)}
          items={applications}
          keyOf={({ name }) => name}
        />
      )}
    </Card>
  )
}

function noteOf(shown: number, total: number): string {
  if (total === 0) return 'no applications'
  const all = `${counted(total, 'application')} by environment`
  return total > shown ? `the first ${shown} of ${all}` : all
}

/** What to do so that more of the team runs; nothing where all of it is placed. */
function NextStep({ team: { name, applications } }: { team: OwnTeam }) {
  if (applications.length === 0) {
    return (
      <p className="p-4">
        Next: onboard an application. Its form says which policies pick it up, and where it will
        land.
      </p>
    )
  }
  const unplaced = applications.find(({ cells }) => cells.every(({ placed }) => placed === 0))
  if (unplaced === undefined) return null
  return (
    <p className="border-b px-4 py-2">
      Next: {unplaced.name} runs nowhere, because no policy selects it. On{' '}
      <TextLink href={pagePaths.application(name, unplaced.name)}>its page</TextLink>, give it the
      labels that one of the <TextLink href={pagePaths.policies}>policies</TextLink> asks for, or
      write a policy of the team there.
    </p>
  )
}

/** `alone`: the only environment that is shown; null: all are. */
function columnsOf(
  { name: namespace, environments }: OwnTeam,
  alone: string | null,
): readonly Column<Application>[] {
  const shown = environments
    .map((environment, column) => ({ environment, column }))
    .filter(({ environment }) => alone === null || environment === alone)
  return [
    {
      heading: 'Application',
      cell: ({ name }) => (
        <TextLink strong href={pagePaths.application(namespace, name)}>
          {name}
        </TextLink>
      ),
    },
    ...shown.map(({ environment, column }): Column<Application> => ({
      heading: environment ?? 'no environment',
      cell: ({ name, cells }) => (
        <EnvironmentCell
          cell={cells[column]!}
          href={withQuery(pagePaths.placements, {
            namespace,
            application: name,
            clusterSelector: environment === null ? '!environment' : `environment=${environment}`,
          })}
        />
      ),
    })),
  ]
}

function EnvironmentCell({ cell: { placed, states }, href }: { cell: CountedCell; href: string }) {
  const count = placed.toLocaleString('en')
  if (states === null) return <TextLink href={href}>{`${count} placed`}</TextLink>
  const isEmpty = Object.values(states).every((count) => count === 0)
  if (isEmpty) return <span className="text-muted">–</span>
  return (
    <Link href={href} className="rounded-sm hover:underline">
      <GroupState counts={states} />
    </Link>
  )
}
