// The body of a plain form, as it is sent while signing in.
import { refusalOf } from '#lib/usecases/refusal.ts'
import { readBytes } from './body-bytes.ts'
import { NOT_UTF8, textOf } from './body-text.ts'
import { requireType } from './media-type.ts'

const FORM_BYTES_MAX = 16 * 1024

/** The fields of a form without files, as browsers and next-auth send it; the last one counts when a field is repeated. */
export async function readFormBody(request: Request): Promise<Readonly<Record<string, string>>> {
  requireType(request, ['application/x-www-form-urlencoded'])
  const text = textOf(await readBytes(request, FORM_BYTES_MAX, null))
  if (text === null) throw refusalOf('malformed', [NOT_UTF8])
  return Object.fromEntries(new URLSearchParams(text))
}
