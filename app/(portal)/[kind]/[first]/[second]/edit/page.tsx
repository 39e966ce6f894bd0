import type { Metadata } from 'next'
import { EditPage } from '../../../../edit-page.tsx'
import { objectOfPage } from '../../../kind-of-page.ts'

type Props = { params: Promise<{ kind: string; first: string; second: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).second}` }
}

export default async function EditInTeamPage({ params }: Props) {
  const { kind, first, second } = await params
  return <EditPage {...objectOfPage(kind, [first, second])} />
}
