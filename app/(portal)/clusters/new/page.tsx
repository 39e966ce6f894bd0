import type { Metadata } from 'next'
import { NotAllowed } from '#components/object-form/not-allowed.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { mayWrite } from '#lib/http/form-pages.ts'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { ClusterForm } from '../cluster-form.tsx'

export const metadata: Metadata = { title: 'New cluster' }

export default async function NewClusterPage() {
  const allowed = await mayWrite({ kind: 'cluster' })
  return (
    <>
      <PageHeader
        title="New cluster"
        crumbs={[{ href: pagePaths.clusters, label: 'Clusters' }]}
        description="Its labels decide what policies place on it."
      />
      {allowed ? (
        <ClusterForm json={null} edited={null} />
      ) : (
        <NotAllowed reason={writeRefusals.cluster} backHref={pagePaths.clusters} />
      )}
    </>
  )
}
