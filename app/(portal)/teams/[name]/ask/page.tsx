import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { read, requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { teamDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { AskForm } from './ask-form.tsx'

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Ask for more' }

export default async function AskForMorePage({ params, searchParams }: Props) {
  const { name } = await params
  const { clusters, for: wished } = await searchParams
  const { object: team } = await read(teamDetailsUseCase, { ref: { name }, at: null })
  return (
    <FormPage
      title={`Ask for more for ${name}`}
      description="An admin of the tenant sees what it would place, and answers; you see the answer here."
      crumbs={[
        { href: pagePaths.teams, label: 'Teams' },
        { href: pagePaths.team(name), label: name },
      ]}
      refusal={await whyNotWrite({ kind: 'team-wish', team: name })}
    >
      <AskForm
        team={name}
        limits={objectJson(team)}
        wished={wished === 'cluster' ? 'cluster' : null}
        visitor={visitorKey(await requireSession())}
        clusters={typeof clusters === 'string' ? clusters : null}
      />
    </FormPage>
  )
}
