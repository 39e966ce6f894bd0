import type { Metadata } from 'next'
import { ArrowUpFromLine } from 'lucide-react'
import { PlacementCounts } from '#components/changes/placement-counts.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Refused } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { can } from '#lib/domain/access/permissions.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { read, requireSession } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { readUpgradeUseCase, type Upgrade } from '#lib/usecases/upgrade/read.ts'
import { BootstrapsCard } from '../../bootstraps-card.tsx'
import { byBranch, readPullRequestsOf } from '../../pull-requests-of.ts'
import { BranchesCard } from './branches-card.tsx'
import { ConfirmUpgradeButton } from './confirm-upgrade-button.tsx'
import { FilesCard } from './files-card.tsx'

export const metadata: Metadata = { title: 'Upgrade' }

export default async function UpgradeWindow() {
  const { actor } = await requireSession()
  const upgrade = await read(readUpgradeUseCase, null)
  return (
    <>
      <PageHeader
        title="Upgrade"
        description="Whether the branches in Git have the manifests that this version of Berth writes."
      />
      <div className="space-y-4">
        <StandingCard upgrade={upgrade} />
        {upgrade.state !== 'none' && (
          <>
            <BranchesCard branches={upgrade.branches} pulls={byBranch(await pullsOf(upgrade))} />
            <BootstrapsCard change={null} total={upgrade.clusters} />
            {can(actor, 'read', { kind: 'repository' }) && (
              <FilesCard key={upgrade.digest} files={upgrade.files} />
            )}
          </>
        )}
      </div>
    </>
  )
}

/** Where it waits for somebody who merges it. */
async function pullsOf({ branches }: Upgrade) {
  return branches.some(({ state }) => state === 'proposed') ? readPullRequestsOf({}) : []
}

const STATES: Readonly<Record<Upgrade['state'], string>> = {
  none: 'Every branch has the manifests of this version',
  waiting: 'Waits for an admin to confirm it',
  'going-out': 'Confirmed, and on its way to the branches',
  done: 'Every branch was upgraded',
}

async function StandingCard({ upgrade }: { upgrade: Upgrade }) {
  const { layout, state, files, clusters, change, branches } = upgrade
  const waiting = Math.max(0, ...branches.map((branch) => branch.waiting))
  return (
    <Card title="Standing" actions={state === 'waiting' && <Confirm upgrade={upgrade} />}>
      <Facts
        facts={[
          ['State', STATES[state]],
          [
            'Manifests of this version',
            <span key="layout">
              {standingOf(state, branches)}{' '}
              <span className="text-xs text-muted">(layout {layout})</span>
            </span>,
          ],
          ...(state === 'none'
            ? []
            : [
                [
                  'Files in Git',
                  <PlacementCounts key="files" counts={{ ...files, changed: files.modified }} />,
                ] as const,
                ['Bootstraps to apply again', onClusters(clusters)] as const,
              ]),
          ...(state === 'waiting' ? [['Saves that wait', savesText(waiting)] as const] : []),
          ...(change === null
            ? []
            : [
                [
                  'Confirmed with',
                  <TextLink key="change" href={pagePaths.change(change)}>
                    #{change}
                  </TextLink>,
                ] as const,
              ]),
        ]}
      />
      {state === 'waiting' && (
        <p className="mt-3 text-muted">
          The counts are those of the new manifests alone. What was saved since is published with
          the upgrade, each change as it was previewed. End replicas of the older version first:
          they would write its manifests again.
        </p>
      )}
    </Card>
  )
}

/** How many branches still lack what this version writes. */
function standingOf(state: Upgrade['state'], branches: Upgrade['branches']): string {
  const done = branches.filter((branch) => branch.state === 'published').length
  if (state === 'none' || done === branches.length) return 'On every branch'
  const left = branches.length - done
  const what = counted(left, 'branch', 'branches')
  return `Not yet on ${what} that an older one wrote`
}

const onClusters = (count: number) => `on ${counted(count, 'cluster')}`

const savesText = (most: number) =>
  most === 0 ? 'none' : `up to ${most.toLocaleString('en')} on a branch`

async function Confirm({ upgrade: { digest, isReady, files, clusters } }: { upgrade: Upgrade }) {
  const refusal = await whyNotWrite({ kind: 'tenant' })
  if (refusal !== null) {
    return <Refused icon={ArrowUpFromLine} label="Confirm the upgrade" refusal={refusal} />
  }
  if (digest === null || !isReady) {
    return <span className="text-xs text-muted">Being worked out. Come back in a minute.</span>
  }
  const total = files.added + files.removed + files.modified
  return <ConfirmUpgradeButton digest={digest} files={total} clusters={clusters} />
}
