import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { mayWrite } from '#lib/http/form-pages.ts'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { TeamForm } from '../team-form.tsx'

export const metadata: Metadata = { title: 'New team' }

export default async function NewTeamPage() {
  return (
    <FormPage
      title="New team"
      description="It owns applications, and groups of your identity provider act for it."
      crumbs={[{ href: pagePaths.teams, label: 'Teams' }]}
      refusal={(await mayWrite({ kind: 'team', team: '' })) ? null : writeRefusals.team}
    >
      <TeamForm json={null} edited={null} />
    </FormPage>
  )
}
