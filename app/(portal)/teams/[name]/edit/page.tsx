import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { teams } from '#lib/usecases/objects/use-cases.ts'
import { TeamForm } from '../../team-form.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditTeamPage({ params }: Props) {
  const { name } = await params
  const { object, etag } = await readEdited(teams, 'team', { name })
  const path = pagePaths.team(name)
  return (
    <FormPage
      title={`Edit ${name}`}
      crumbs={[
        { href: pagePaths.teams, label: 'Teams' },
        { href: path, label: name },
      ]}
      refusal={await whyNotWrite({ kind: 'team', team: name })}
    >
      <TeamForm
        json={objectJson(object)}
        edited={{ ref: { name }, etag, path: apiPaths.team(name) }}
      />
    </FormPage>
  )
}
