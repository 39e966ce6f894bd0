// Looks at requests for pages before they are rendered. It allows nothing: that is decided behind the door, for each
// request anew. It tells pages which address was asked for, and stops forms that other sites send.
import { type NextRequest, NextResponse } from 'next/server'
import { ADDRESS_HEADER } from '#lib/http/return-path.ts'
import { requireSameOrigin } from '#lib/http/same-origin.ts'
import { currentProcess } from '#lib/usecases/process.ts'

/** All but what is no page. Under those names nothing else passes: an address that nothing has is the pages' to answer. */
export const config = {
  matcher: [
    '/((?!api/v1/|api/auth/|api/docs(?:/|$)|git/|_next/static/|(?:healthz|readyz|metrics)$).*)',
  ],
}

export function proxy(request: NextRequest): NextResponse {
  if (!['GET', 'HEAD'].includes(request.method)) {
    try {
      requireSameOrigin(request.headers, currentProcess().environment)
    } catch {
      return new NextResponse('This request does not come from the portal itself.\n', {
        status: 403,
      })
    }
  }
  const headers = new Headers(request.headers)
  const address = new URL(request.url)
  address.searchParams.delete('_rsc')
  headers.set(ADDRESS_HEADER, `${address.pathname}${address.search}`)
  return NextResponse.next({ request: { headers } })
}
