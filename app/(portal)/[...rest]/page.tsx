import { notFound } from 'next/navigation'

/** Shows Next.js's "not found" for unknown addresses inside the portal's frame. */
export default function UnknownPage() {
  notFound()
}
