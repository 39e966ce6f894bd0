import type { Metadata } from 'next'
import { NotAllowed } from '#components/object-form/not-allowed.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { objectJson } from '#lib/domain/object-json.ts'
import { mayWrite, readEdited } from '#lib/http/form-pages.ts'
import { apiPaths, pagePaths } from '#lib/paths.ts'
import { clusters } from '#lib/usecases/objects/use-cases.ts'
import { writeRefusals } from '../../../write-refusals.ts'
import { ClusterForm } from '../../cluster-form.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditClusterPage({ params }: Props) {
  const { name } = await params
  const { object, etag } = await readEdited(clusters, 'cluster', { name })
  const allowed = await mayWrite({ kind: 'cluster' })
  const path = pagePaths.cluster(name)
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        crumbs={[
          { href: pagePaths.clusters, label: 'Clusters' },
          { href: path, label: name },
        ]}
      />
      {allowed ? (
        <ClusterForm
          json={objectJson(object)}
          edited={{ ref: { name }, etag, path: apiPaths.cluster(name) }}
        />
      ) : (
        <NotAllowed reason={writeRefusals.cluster} backHref={path} />
      )}
    </>
  )
}
