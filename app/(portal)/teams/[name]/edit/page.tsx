import type { Metadata } from 'next'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { EditPage } from '../../../edit-page.tsx'
import { TeamForm } from '../../team-form.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditTeamPage({ params }: Props) {
  const { object, edited } = await readEdited('team', await params)
  return (
    <EditPage object={object}>
      <TeamForm json={objectJson(object)} edited={edited} />
    </EditPage>
  )
}
