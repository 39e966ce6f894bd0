import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { clusters } from '#lib/usecases/objects/use-cases.ts'
import { ClusterForm } from '../../cluster-form.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditClusterPage({ params }: Props) {
  const { name } = await params
  const { object, etag } = await readEdited(clusters, 'cluster', { name })
  const path = pagePaths.cluster(name)
  return (
    <FormPage
      title={`Edit ${name}`}
      crumbs={[
        { href: pagePaths.clusters, label: 'Clusters' },
        { href: path, label: name },
      ]}
      refusal={await whyNotWrite({ kind: 'cluster' })}
    >
      <ClusterForm
        json={objectJson(object)}
        edited={{ ref: { name }, etag, path: apiPaths.cluster(name) }}
      />
    </FormPage>
  )
}
