import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { TeamForm } from '../team-form.tsx'

export const metadata: Metadata = { title: 'New team' }

export default async function NewTeamPage() {
  return (
    <FormPage
      title="New team"
      description="It owns applications, and groups of your identity provider act for it."
      crumbs={[{ href: pagePaths.teams, label: 'Teams' }]}
      refusal={await whyNotCreate('team')}
    >
      <TeamForm json={null} edited={null} />
    </FormPage>
  )
}
