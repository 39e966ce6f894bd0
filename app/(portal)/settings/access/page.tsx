import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readAccessPage } from '#lib/http/portal/access-page.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { AccessAnswerCard } from './access-answer.tsx'
import { GrantForm } from './grant-form.tsx'
import { GrantTable } from './grant-table.tsx'
import { QuestionForm } from './question-form.tsx'

export const metadata: Metadata = { title: 'Access' }

export default async function AccessSettingsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const { grants, people, asked, outcome, refusal } = await readAccessPage(await searchParams)
  return (
    <>
      <PageHeader
        title="Access"
        description="Who has a role in the whole tenant. Groups of teams give roles in their teams."
      />
      <div className="space-y-4">
        <Card
          flush
          title="Roles in the tenant"
          note="Which groups and app roles of your identity provider give which role"
          actions={
            <Guarded icon={Plus} label="Give a role" refusal={refusal}>
              <GrantForm />
            </Guarded>
          }
        >
          <GrantTable grants={grants} mayRemove={refusal === null} />
        </Card>
        <Card title="What would this person be allowed to do?">
          <QuestionForm
            people={people}
            asked={asked}
            wrong={outcome?.kind === 'refused' ? outcome.message : null}
          />
        </Card>
        {outcome?.kind === 'answer' && <AccessAnswerCard answer={outcome.answer} />}
      </div>
    </>
  )
}
