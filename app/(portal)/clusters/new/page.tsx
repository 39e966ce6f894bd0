import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { mayWrite } from '#lib/http/form-pages.ts'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { ClusterForm } from '../cluster-form.tsx'

export const metadata: Metadata = { title: 'New cluster' }

export default async function NewClusterPage() {
  return (
    <FormPage
      title="New cluster"
      description="Its labels decide what policies place on it."
      crumbs={[{ href: pagePaths.clusters, label: 'Clusters' }]}
      refusal={(await mayWrite({ kind: 'cluster' })) ? null : writeRefusals.cluster}
    >
      <ClusterForm json={null} edited={null} />
    </FormPage>
  )
}
