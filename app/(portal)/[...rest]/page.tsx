import { notFound } from 'next/navigation'

/** So that an address that means nothing is told within the portal. */
export default function UnknownPage() {
  notFound()
}
