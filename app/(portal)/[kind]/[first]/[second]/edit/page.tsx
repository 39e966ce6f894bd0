import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { isNamedInTeam } from '#lib/domain/objects/kinds.ts'
import { EditPage } from '../../../../edit-page.tsx'
import { kindOfPage } from '../../../kind-of-page.ts'

type Props = { params: Promise<{ kind: string; first: string; second: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).second}` }
}

/** Of an object that its team and its name name. */
export default async function EditInTeamPage({ params }: Props) {
  const { kind: page, first: namespace, second: name } = await params
  const kind = kindOfPage(page)
  if (!isNamedInTeam(kind)) notFound()
  return <EditPage kind={kind} names={{ namespace, name }} />
}
