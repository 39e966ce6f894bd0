import { Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { ApplicationKindsJson } from '#lib/schemas/application-kinds.ts'
import { readApplicationKindsUseCase } from '#lib/usecases/application-kinds/read.ts'
import { KindsForm } from './kinds-form.tsx'
import { namesOf } from './kinds-text.ts'

export const metadata: Metadata = { title: 'Application kinds' }

export default async function ApplicationKindsPage() {
  const { json, etag } = await read(readApplicationKindsUseCase, null)
  const refusal = await whyNotWrite({ kind: 'settings' })
  const { application_kinds: kinds, status } = json
  return (
    <>
      <PageHeader
        title="Application kinds"
        description="What teams may bring to their own namespaces. Anything else is refused on the cluster: the application’s sync fails and names the kind."
        badges={refusal !== null && <Badge icon={Lock}>Read only: for admins to change</Badge>}
      />
      <div className="space-y-4">
        <Card title="What every team may bring" note="comes with Berth">
          <Names kinds={status.built_in} />
        </Card>
        {refusal === null ? (
          <KindsForm key={etag} kinds={kinds} etag={etag} />
        ) : (
          <Card title="Besides, in this tenant">
            <Names kinds={kinds} />
          </Card>
        )}
        <LastSet status={status} />
      </div>
    </>
  )
}

function Names({ kinds }: { kinds: ApplicationKindsJson['application_kinds'] }) {
  if (kinds.length === 0) return <p className="text-muted">Nothing.</p>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {namesOf(kinds).map((name) => (
        <li key={name} className="max-w-full">
          <Chip>{name}</Chip>
        </li>
      ))}
    </ul>
  )
}

function LastSet({ status: { updated_at, updated_by } }: Pick<ApplicationKindsJson, 'status'>) {
  if (updated_at === null) return null
  return (
    <p className="text-xs text-muted">
      Last set <Ago at={new Date(updated_at)} /> by {updated_by}.
    </p>
  )
}
