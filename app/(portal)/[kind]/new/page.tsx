import type { Metadata } from 'next'
import { NewPage, newMetadata } from '../../new-page.tsx'
import { kindOfPage } from '../kind-of-page.ts'

type Props = { params: Promise<{ kind: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return newMetadata(kindOfPage((await params).kind))
}

export default async function NewObjectPage({ params }: Props) {
  return <NewPage kind={kindOfPage((await params).kind)} />
}
