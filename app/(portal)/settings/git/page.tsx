import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { Banner } from '#components/ui/banner.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Refused } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { GitStateJson } from '#lib/schemas/git-state.ts'
import { readGitStateUseCase } from '#lib/usecases/git-state/read.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { KeepDatabaseButton } from './keep-database-button.tsx'

export const metadata: Metadata = { title: 'Git' }

export default async function GitStatePage() {
  const state = await read(readGitStateUseCase, null)
  return (
    <>
      <PageHeader
        title="Git"
        description="Whether Git tells the same history as the database that Berth works with."
      />
      <div className="space-y-4">
        <StandingCard state={state} />
        {state.state !== 'in_step' && <DecisionCard state={state} />}
      </div>
    </>
  )
}

const STANDINGS: Readonly<Record<GitStateJson['state'], string>> = {
  in_step: 'Git and the database tell the same history',
  database_behind_git: 'Git holds another history than the database',
  repository_taken_over: 'Another copy of the database publishes here',
}

function StandingCard({ state: { state, since, last_change, generation, check } }: Props) {
  const isInStep = state === 'in_step'
  const Icon = isInStep ? CircleCheck : TriangleAlert
  return (
    <Card title="Standing">
      <Facts
        facts={[
          [
            'State',
            <span key="state" className={isInStep ? 'text-good' : 'text-bad'}>
              <Icon aria-hidden className="mr-1.5 inline size-4" />
              {STANDINGS[state]}
            </span>,
          ],
          ...(since === null ? [] : [['Since', <Ago key="since" at={new Date(since)} />] as const]),
          ['Newest change of the database', String(last_change)],
          ['This copy of the database', <Copy key="copy" generation={generation} />],
          [
            'Repository on this machine',
            check === null ? 'Not checked yet' : <Check key="check" check={check} />,
          ],
        ]}
      />
    </Card>
  )
}

/** Tells apart two portals that were restored onto one repository. */
function Copy({ generation }: Pick<GitStateJson, 'generation'>) {
  if (generation === null) return 'The first: it was never put in the place of what Git had'
  return (
    <>
      Restored, and put in the place of what Git had{' '}
      <span className="text-xs text-muted">
        (generation <code className="break-all">{generation}</code> in .berth/owned)
      </span>
    </>
  )
}

function Check({ check: { at, fault } }: { check: NonNullable<GitStateJson['check']> }) {
  return (
    <>
      <span className={fault === null ? undefined : 'text-bad'}>
        {fault ?? 'Nothing is damaged.'}
      </span>{' '}
      Checked <Ago at={new Date(at)} />.
    </>
  )
}

type Props = { readonly state: GitStateJson }

async function DecisionCard({ state: { comparison } }: Props) {
  const refusal = await whyNotWrite({ kind: 'settings' })
  const label = 'Make Git equal to the database'
  if (comparison === null) {
    return (
      <Banner tone="warn" icon={TriangleAlert}>
        Git is being compared with the database. Come back in a minute.
      </Banner>
    )
  }
  const { digest, files, branches, highest_change, at } = comparison
  return (
    <Card
      title={label}
      actions={
        refusal === null ? (
          <KeepDatabaseButton label={label} digest={digest} files={files} />
        ) : (
          <Refused icon={TriangleAlert} label={label} refusal={refusal} />
        )
      }
    >
      <div className="space-y-3">
        <p className="text-muted">
          What Git holds and the database doesn’t know is removed, what it lacks is added. The next
          change gets a number above {highest_change}, so that none is given twice. If a newer
          backup is to be had, stop Berth and restore that instead. Compared{' '}
          <Ago at={new Date(at)} />.
        </p>
        <ComparisonTable branches={branches} />
      </div>
    </Card>
  )
}
