import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { can } from '#lib/domain/access/permissions.ts'
import { read, requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { whyNotAsk } from '#lib/http/portal/team-request-pages.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { askerGroupsUseCase } from '#lib/usecases/team-requests/read.ts'
import { RequestForm } from './request-form.tsx'

export const metadata: Metadata = { title: 'Ask for a team' }

export default async function NewTeamRequestPage() {
  const session = await requireSession()
  const { actor } = session
  return (
    <FormPage
      title="Ask for a team"
      description="An admin of the tenant reads this and answers; you see the answer here."
      crumbs={[{ href: pagePaths.teamRequests, label: 'Team requests' }]}
      refusal={await whyNotAsk()}
    >
      <RequestForm
        groups={await read(askerGroupsUseCase, { asker: actor.id })}
        visitor={visitorKey(session)}
        readsClusters={can(actor, 'read', { kind: 'cluster' })}
      />
    </FormPage>
  )
}
