import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isNamedInTeam } from '#lib/domain/objects/kinds.ts'
import { EditPage } from '../../../edit-page.tsx'
import { kindOfPage } from '../../kind-of-page.ts'

type Props = { params: Promise<{ kind: string; first: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).first}` }
}

/** Of an object that its name alone names. */
export default async function EditNamedPage({ params }: Props) {
  const { kind: page, first: name } = await params
  const kind = kindOfPage(page)
  if (isNamedInTeam(kind)) notFound()
  return <EditPage kind={kind} names={{ name }} />
}
