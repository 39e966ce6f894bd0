import type { Metadata } from 'next'
import { NotAllowed } from '#components/object-form/not-allowed.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { mayWrite, writableTeams } from '#lib/http/form-pages.ts'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { ApplicationForm } from '../application-form.tsx'

export const metadata: Metadata = { title: 'New application' }

export default async function NewApplicationPage() {
  const teams = await writableTeams('application')
  const isAdmin = await mayWrite({ kind: 'team', team: '' })
  return (
    <>
      <PageHeader
        title="New application"
        crumbs={[{ href: pagePaths.applications, label: 'Applications' }]}
        description="A directory in a Git repository. Its labels decide which policies choose it."
      />
      {teams.length === 0 ? (
        <NotAllowed
          reason={
            isAdmin
              ? 'Applications belong to teams, and there is no team yet.'
              : writeRefusals.application
          }
          backHref={pagePaths.applications}
        />
      ) : (
        <ApplicationForm json={null} edited={null} teams={teams} />
      )}
    </>
  )
}
