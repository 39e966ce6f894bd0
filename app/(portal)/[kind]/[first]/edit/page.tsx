import type { Metadata } from 'next'
import { EditPage } from '../../../edit-page.tsx'
import { objectOfPage } from '../../kind-of-page.ts'

type Props = { params: Promise<{ kind: string; first: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).first}` }
}

export default async function EditNamedPage({ params }: Props) {
  const { kind, first } = await params
  return <EditPage {...objectOfPage(kind, [first])} />
}
