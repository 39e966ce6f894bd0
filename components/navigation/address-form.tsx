'use client'

import type { ComponentProps, SubmitEvent } from 'react'
import { withQuery } from '#lib/schemas/paths.ts'
import { useNavigate } from './navigation.ts'

/**
 * A form whose fields are the query of a page: it goes there as links do, without the fields that are empty. A browser’s own
 * submission would be lost when the page is shown anew in the same moment; it is for before scripts are there.
 */
export function AddressForm({
  action,
  children,
  className,
}: Pick<ComponentProps<'form'>, 'children' | 'className'> & {
  /** The page’s path, which a button’s `formAction` replaces. */
  action: string
}) {
  const navigate = useNavigate()
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.nativeEvent.submitter
    const { pathname, hash } = new URL(button?.getAttribute('formaction') ?? action, location.href)
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()] as const] : [],
    )
    navigate(`${withQuery(pathname, Object.fromEntries(fields))}${hash}`)
  }
  return (
    <form action={action} onSubmit={go} className={className}>
      {children}
    </form>
  )
}
