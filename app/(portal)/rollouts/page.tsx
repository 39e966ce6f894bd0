import { Rocket } from 'lucide-react'
import type { Metadata } from 'next'
import { teamField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { rolloutStateWord } from '#components/rollouts/rollout-badges.tsx'
import { RolloutTable } from '#components/rollouts/rollout-table.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { rolloutList } from '#lib/lists/rollouts.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { ROLLOUT_STATES } from '#lib/domain/rollouts/rollout.ts'

export const metadata: Metadata = { title: 'Rollouts' }

const fields = [
  teamField,
  { name: 'application', label: 'Application', completes: 'application' },
  { name: 'environment', label: 'Environment' },
  {
    name: 'state',
    label: 'State',
    choices: ROLLOUT_STATES.map((state) => [state, rolloutStateWord(state)] as const),
  },
] as const

export default async function RolloutsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const refusal = await whyNotCreate('application')
  const list = await readPageList(pagePaths.rollouts, rolloutList, await searchParams)
  return (
    <>
      <KeepCurrent seen={[]} />
      <ListView
        title="Rollouts"
        description="How versions travel: each takes one version into one environment, in waves."
        list={list}
        api={apiPaths.rollouts}
        fields={fields}
        isOfNow
        actions={
          <GuardedLink refusal={refusal} icon={Rocket} href={pagePaths.newRollout} look="primary">
            Roll out
          </GuardedLink>
        }
        nothing={{
          icon: Rocket,
          title: 'No rollouts yet',
          text: (
            <p>
              An application that follows versions gets one in an environment by a rollout, which
              begins on the page of the application.
            </p>
          ),
        }}
      >
        {(rows) => <RolloutTable rows={rows} address={list.address} />}
      </ListView>
    </>
  )
}
