import type { Metadata } from 'next'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { EditPage } from '../../../edit-page.tsx'
import { ClusterForm } from '../../cluster-form.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditClusterPage({ params }: Props) {
  const { object, edited } = await readEdited('cluster', await params)
  return (
    <EditPage object={object}>
      <ClusterForm json={objectJson(object)} edited={edited} />
    </EditPage>
  )
}
