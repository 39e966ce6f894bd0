import type { Issue } from './issue.ts'
import { type Flaw, grammarIssues } from './text.ts'

const LINK_CHARACTERS_MAX = 2048

/** The issues of an address that is shown as a link, so that it is nothing but one: `link_format`. */
export function linkIssues(url: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(url, path, linkFlaw)
}

function linkFlaw(url: string): Flaw | null {
  const isPlain = url.length <= LINK_CHARACTERS_MAX && /^https:\/\/[\x21-\x7e]+$/.test(url)
  const parsed = isPlain ? URL.parse(url) : null
  if (parsed && parsed.username === '' && parsed.password === '') return null
  const reason = `This must be an https address of at most ${LINK_CHARACTERS_MAX} ASCII characters, without a user or password.`
  return { code: 'link_format', reason }
}
