// A link within the portal. Next.js would ask the server for the page of each link in sight. But every page is made for its
// reader when it is opened, so that nothing of it comes ahead, and a list costs the server as many requests as it has links.
import NextLink from 'next/link'
import type { ComponentProps } from 'react'

export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}
