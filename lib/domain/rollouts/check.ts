// What a program says of a wave.
import type { Issue } from '#lib/domain/text/issue.ts'
import { linkIssues } from '#lib/domain/text/link.ts'
import { textIssues } from '#lib/domain/text/text.ts'

const DETAIL_CHARACTERS_MAX = 1000

/** Every issue of what was said: `link_format`, `too_long`, `control_char`, `invalid_unicode`. */
export function saidIssues({
  url,
  detail,
}: {
  readonly url: string | null
  readonly detail: string
}): readonly Issue[] {
  const rule = { charactersMax: DETAIL_CHARACTERS_MAX, lineBreaks: true }
  return [
    ...(url === null ? [] : linkIssues(url, ['url'])),
    ...textIssues(detail, ['detail'], rule),
  ]
}
