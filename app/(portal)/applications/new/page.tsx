import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { hasAnyTeam, writableTeams } from '#lib/http/portal/form-pages.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { ApplicationForm } from '../application-form.tsx'

export const metadata: Metadata = { title: 'New application' }

export default async function NewApplicationPage() {
  return (
    <FormPage
      title="New application"
      description="A directory in a Git repository. Its labels decide which policies choose it."
      crumbs={[{ href: pagePaths.applications, label: 'Applications' }]}
      refusal={await refusal()}
    >
      <ApplicationForm json={null} edited={null} teams={await writableTeams('application')} />
    </FormPage>
  )
}

async function refusal(): Promise<string | null> {
  const refusal = await whyNotCreate('application')
  if (refusal !== null || (await hasAnyTeam())) return refusal
  return 'Applications belong to teams, and there is no team yet.'
}
