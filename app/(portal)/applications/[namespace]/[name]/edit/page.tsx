import type { Metadata } from 'next'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { EditPage } from '../../../../edit-page.tsx'
import { ApplicationForm } from '../../../application-form.tsx'

type Props = { params: Promise<{ namespace: string; name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditApplicationPage({ params }: Props) {
  const { object, edited } = await readEdited('application', await params)
  return (
    <EditPage object={object}>
      <ApplicationForm json={objectJson(object)} edited={edited} teams={[object.team]} />
    </EditPage>
  )
}
