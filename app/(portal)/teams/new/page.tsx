import type { Metadata } from 'next'
import { NotAllowed } from '#components/object-form/not-allowed.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { mayWrite } from '#lib/http/form-pages.ts'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { TeamForm } from '../team-form.tsx'

export const metadata: Metadata = { title: 'New team' }

export default async function NewTeamPage() {
  const allowed = await mayWrite({ kind: 'team', team: '' })
  return (
    <>
      <PageHeader
        title="New team"
        crumbs={[{ href: pagePaths.teams, label: 'Teams' }]}
        description="It owns applications, and groups of your identity provider act for it."
      />
      {allowed ? (
        <TeamForm json={null} edited={null} />
      ) : (
        <NotAllowed reason={writeRefusals.team} backHref={pagePaths.teams} />
      )}
    </>
  )
}
