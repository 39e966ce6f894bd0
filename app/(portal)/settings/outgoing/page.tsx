import { Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { None } from '#components/objects/label-chips.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { readOutgoingHostsUseCase } from '#lib/usecases/outgoing-hosts/read.ts'
import { HostsForm } from './hosts-form.tsx'

export const metadata: Metadata = { title: 'Outgoing calls' }

export default async function OutgoingHostsPage() {
  const { json, etag } = await read(readOutgoingHostsUseCase, null)
  const refusal = await whyNotWrite({ kind: 'settings' })
  return (
    <>
      <PageHeader
        title="Outgoing calls"
        description="Berth calls hosts that people name, such as those of webhooks. Objects of the platform may name any; those of teams only these."
        badges={refusal !== null && <Badge icon={Lock}>Read only: for admins to change</Badge>}
      />
      <Card title="Hosts that teams may name">
        {refusal === null ? (
          <HostsForm key={etag} hosts={json.hosts} etag={etag} />
        ) : (
          <Hosts hosts={json.hosts} />
        )}
      </Card>
    </>
  )
}

function Hosts({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return <None>None</None>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {hosts.map((host) => (
        <li key={host} className="max-w-full">
          <Chip>{host}</Chip>
        </li>
      ))}
    </ul>
  )
}
