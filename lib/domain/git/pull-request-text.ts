// The title and body of a pull request. Hosts act on what such texts say: they mention people, close issues and obey commands. A
// squash merge makes a commit message of both, so the last paragraph is one of trailers, and nothing that people typed can pass for
// one, or do anything.
import { counted } from '#lib/domain/text/counted.ts'
import { inert } from './inert-text.ts'

export type ProposedChange = {
  readonly id: number
  readonly actor: { readonly name: string }
  readonly action: string
  readonly reason: string | null
  readonly removed: number
  readonly added: number
  readonly changed: number
}

export type Proposal = {
  readonly branch: string
  /** What it does, in a few words that nobody typed. */
  readonly subject: string
  /** In order. */
  readonly changes: readonly ProposedChange[]
  readonly files: { readonly added: number; readonly removed: number; readonly modified: number }
  /** Files that somebody else changed, and that are put right. */
  readonly corrected: readonly string[]
  /** The address of Berth’s pages, without a slash at its end. */
  readonly portal: string
  /** Lines such as `Berth-Change: 17`. */
  readonly trailers: readonly string[]
}

/** In UTF-16 code units. */
export type TextLimits = { readonly titleCharacters: number; readonly bodyCharacters: number }

const CHANGES_MAX = 50
const PATHS_MAX = 10
const TYPED_MAX = 160

/**
 * The text within what the host takes: the newest changes line by line, and of older ones how many there are. Throws where the
 * trailers don't fit, which `fitsTrailers` tells.
 */
export function pullRequestText(
  proposal: Proposal,
  { titleCharacters, bodyCharacters }: TextLimits,
): { readonly title: string; readonly body: string } {
  const trailers = proposal.trailers.join('\n')
  if (trailers.length > bodyCharacters / 3) throw new Error('The trailers leave no room')
  const room = bodyCharacters - trailers.length - PARAGRAPH.length
  const body = paragraphsWithin(room, proposal)
  return {
    title: cut(`Berth: ${proposal.subject}`, titleCharacters),
    body: `${body}${PARAGRAPH}${trailers}`,
  }
}

/** Whether these trailers leave room for anything else: they take a third of the body at most. */
export function fitsTrailers(
  trailers: readonly string[],
  { bodyCharacters }: Pick<TextLimits, 'bodyCharacters'>,
): boolean {
  return trailers.join('\n').length <= bodyCharacters / 3
}

const PARAGRAPH = '\n\n'

function paragraphsWithin(room: number, proposal: Proposal): string {
  for (let shown = Math.min(CHANGES_MAX, proposal.changes.length); shown >= 0; shown--) {
    const text = paragraphs(proposal, shown).join(PARAGRAPH)
    if (text.length <= room) return text
  }
  return cut(paragraphs(proposal, 0).join(PARAGRAPH), room)
}

function paragraphs(proposal: Proposal, shown: number): string[] {
  const { branch, changes, files, corrected, portal } = proposal
  const { added, removed, modified } = files
  const total = added + removed + modified
  return [
    `Merging this publishes ${counted(changes.length, 'change')} to the branch ${code(branch)}, which clusters follow: ${counted(total, 'file')}, ${added} added, ${modified} modified, ${removed} removed.`,
    ...(shown === 0
      ? []
      : [
          changes
            .slice(-shown)
            .map((change) => lineOf(change, portal))
            .join('\n'),
        ]),
    ...(shown < changes.length
      ? [`${counted(changes.length - shown, 'earlier change')}: ${portal}/changes`]
      : []),
    ...(corrected.length === 0 ? [] : [correctedText(corrected)]),
    `Berth (${portal}) made it and keeps it up to date: what is pushed to its branch is overwritten. Ask those who made the changes, not the account that opened it. Closed without merging, it holds the branch until it is opened again or the changes are undone.`,
  ]
}

function lineOf({ id, actor, action, reason, ...counts }: ProposedChange, portal: string): string {
  const { removed, added, changed } = counts
  const moved = `${removed} removed, ${added} added, ${changed} changed`
  const why = reason === null || reason === '' ? '' : ` Why: ${code(reason)}`
  return `- [Change ${id}](${portal}/changes/${id}): ${code(action)} by ${code(actor.name)}, placements: ${moved}.${why}`
}

function correctedText(paths: readonly string[]): string {
  const shown = paths.slice(0, PATHS_MAX).map(code).join(', ')
  const rest = paths.length > PATHS_MAX ? ` and ${paths.length - PATHS_MAX} more` : ''
  return `The branch has other content than was proposed before in ${shown}${rest}: this puts it right.`
}

/** Text that somebody typed, which neither the host nor git takes for anything else. */
function code(typed: string): string {
  return `\`${cut(inert(typed), TYPED_MAX)}\``
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text
    .slice(0, Math.max(0, characters - 1))
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
