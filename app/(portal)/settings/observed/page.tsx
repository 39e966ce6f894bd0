import { Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { ObservedSettingsJson } from '#lib/schemas/observed-settings.ts'
import { readObservedSettingsUseCase } from '#lib/usecases/observed-settings/read.ts'
import { ObservedForm } from './observed-form.tsx'

export const metadata: Metadata = { title: 'Cluster reports' }

export default async function ObservedSettingsPage() {
  const { json, etag } = await read(readObservedSettingsUseCase, null)
  const refusal = await whyNotWrite({ kind: 'settings' })
  return (
    <>
      <PageHeader
        title="Cluster reports"
        description="How often clusters say what runs on them, and by which of their labels that is counted over time."
        badges={refusal !== null && <Badge icon={Lock}>Read only: for admins to change</Badge>}
      />
      <Card title="What is observed">
        {refusal === null ? (
          <ObservedForm key={etag} settings={json} etag={etag} />
        ) : (
          <Settings settings={json} />
        )}
      </Card>
    </>
  )
}

function Settings({
  settings: { label_keys: keys, report_interval_s: seconds },
}: {
  settings: ObservedSettingsJson
}) {
  return (
    <Facts
      facts={[
        ['Clusters report', `every ${seconds} s`],
        [
          'Counted by',
          keys.length === 0 ? <None>The environment alone</None> : <Keys keys={keys} />,
        ],
      ]}
    />
  )
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {['environment', ...keys].map((key) => (
        <li key={key} className="max-w-full">
          <Chip>{key}</Chip>
        </li>
      ))}
    </ul>
  )
}
