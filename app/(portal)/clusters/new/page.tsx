import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { ClusterForm } from '../cluster-form.tsx'

export const metadata: Metadata = { title: 'New cluster' }

export default async function NewClusterPage() {
  return (
    <FormPage
      title="New cluster"
      description="Its labels decide what policies place on it."
      crumbs={[{ href: pagePaths.clusters, label: 'Clusters' }]}
      refusal={await whyNotCreate('cluster')}
    >
      <ClusterForm json={null} edited={null} />
    </FormPage>
  )
}
