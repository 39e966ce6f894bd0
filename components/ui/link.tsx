// A link within the portal. Next.js would ask the server for the page of each link in sight. But every page is made for its
// reader when it is opened, so that nothing of it comes ahead, and a list costs the server as many requests as it has links.
'use client'

import NextLink from 'next/link'
import { type ComponentProps, use } from 'react'
import { NavigationContext } from '#components/navigation/navigation.ts'

type Props = Omit<ComponentProps<typeof NextLink>, 'prefetch' | 'onNavigate' | 'href'> & {
  readonly href: string
}

export function Link(props: Props) {
  const { href, scroll } = props
  const navigation = use(NavigationContext)
  return (
    <NextLink
      {...props}
      prefetch={false}
      onNavigate={(event) => {
        if (navigation === null) return
        event.preventDefault()
        navigation.navigate(href, { scroll })
      }}
    />
  )
}
