import type { Metadata } from 'next'
import { Lock, Pencil } from 'lucide-react'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Refused } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import { readRepositorySettingsUseCase } from '#lib/usecases/repository-settings/read.ts'
import { HooksCard } from '../../_hooks/hooks-card.tsx'
import { InGit } from '../../git-place.tsx'
import { HOSTS } from '../../_hooks/hosts.ts'
import { BranchesCard } from './branches-card.tsx'
import { RepositoryForm } from './repository-form.tsx'

export const metadata: Metadata = { title: 'Repository' }

export default async function RepositorySettingsPage() {
  const { json, etag } = await read(readRepositorySettingsUseCase, null)
  const refusal = await whyNotWrite({ kind: 'settings' })
  return (
    <>
      <PageHeader
        title="Repository"
        description="Where Berth writes what clusters pull, and on which branches."
        badges={refusal !== null && <Badge icon={Lock}>Read only: for admins to change</Badge>}
      />
      <div className="space-y-4">
        <PulledCard settings={json} />
        <InGit />
        {refusal === null ? (
          <RepositoryForm key={etag} settings={json} etag={etag} />
        ) : (
          <SettingsCard settings={json} refusal={refusal} />
        )}
        {json.status.source !== 'embedded' && <HooksCard team={null} />}
        <BranchesCard branches={json.status.branches} />
      </div>
    </>
  )
}

const SOURCES: Readonly<Record<RepositorySettingsJson['status']['source'], string>> = {
  tenant: 'Set on this page',
  environment: 'The settings that Berth was started with',
  embedded: 'Held by Berth itself',
}

function PulledCard({ settings: { status } }: { settings: RepositorySettingsJson }) {
  const { source, pulled_from, pull_requests, clusters, updated_at, updated_by } = status
  return (
    <Card title="What clusters pull">
      <Facts
        facts={[
          [
            'Address',
            <code key="address" className="font-mono text-xs break-all">
              {pulled_from}
            </code>,
          ],
          ['Repository', SOURCES[source]],
          [
            'Pull requests',
            pull_requests === null ? (
              'None: no host and token are known for them'
            ) : (
              <span key="host">
                {HOSTS[pull_requests.host].label}, at{' '}
                <code className="font-mono text-xs break-all">{pull_requests.api_url}</code>
              </span>
            ),
          ],
          ['Clusters', clusters.toLocaleString('en')],
          ...(updated_at === null
            ? []
            : [
                [
                  'Last set',
                  <span key="set">
                    <Ago at={new Date(updated_at)} /> by {updated_by}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Card>
  )
}

const text = (value: string | null) =>
  value === null ? (
    <None />
  ) : (
    <code className="font-mono text-xs break-all whitespace-pre-wrap">{value}</code>
  )

/** The settings, for people who may only read them. */
function SettingsCard({
  settings,
  refusal,
}: {
  settings: RepositorySettingsJson
  refusal: string
}) {
  return (
    <Card title="Settings" actions={<Refused icon={Pencil} label="Edit" refusal={refusal} />}>
      <Facts
        facts={[
          ['Pushed to', text(settings.repo_url)],
          ['Branch pattern', text(settings.branch_pattern)],
          ['Shards', settings.shards.toLocaleString('en')],
          ['User name', text(settings.username)],
          ['Token', settings.token === 'set' ? 'Set' : 'Not set'],
          ['SSH key', settings.ssh_key === 'set' ? 'Set' : 'Not set'],
          ['Known hosts', text(settings.ssh_known_hosts)],
          ['Token for pull requests', settings.pull_requests.token === 'set' ? 'Set' : 'Not set'],
          [
            'Later changes',
            settings.pull_requests.join
              ? 'Join the open pull request'
              : 'Wait until the pull request is merged',
          ],
        ]}
      />
    </Card>
  )
}
