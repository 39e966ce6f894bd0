// The pull requests that a stand-in keeps, over the branches of a real repository, which anybody may push to meanwhile.
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import { gitText, isAncestor, mergedCommit, type MergeMethod } from './merge.ts'

export type KeptPull = {
  readonly number: number
  /** It comes from somebody else's copy of the repository, whose branch may be named as one of this. */
  readonly isFork: boolean
  readonly head: string
  readonly base: string
  headCommit: string
  /** Whether the base held its head when they were looked at last, and where the base was. */
  wasHeld: boolean
  baseCommit: string
  title: string
  body: string
  state: PullRequestState
  mergeCommit: string | null
  endedBy: string | null
  readonly openedAt: Date
  updatedAt: Date
  endedAt: Date | null
  readonly comments: string[]
}

/** In what hosts differ besides paths and fields. */
export type HostRules = {
  readonly titleCharacters: number
  readonly bodyCharacters: number
  /** A pull request must hold a commit. */
  readonly needsCommits: boolean
  /** Who deletes the head's branch closes the pull request. */
  readonly closesWithBranch: boolean
  /** A base that came to hold the head, by whatever push, merges the pull request. */
  readonly marksPushedAsMerged: boolean
  /** Whether one is opened again whose head isn't a descendant of what it was at the end. */
  readonly reopensReplaced: boolean
  /** Asked to open one again that was merged, the host says that it isn't done. */
  readonly refusesMerged: boolean
  /** What a text commands, the host does: of GitLab's quick actions the one that closes. */
  readonly obeysCommands: boolean
}

export type Problem =
  | 'not-found'
  | 'exists'
  | 'no-branch'
  | 'no-commits'
  | 'too-long'
  | 'merged'
  | 'replaced'

export type PullDraft = {
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
}
export type PullEdit = {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly state?: 'open' | 'closed' | undefined
}

/** Whose token Berth has. */
export const ROBOT = 'berth-bot'

export class KeptPulls {
  readonly #directory: string
  readonly #rules: HostRules
  readonly #pulls: KeptPull[] = []

  constructor(directory: string, rules: HostRules) {
    this.#directory = directory
    this.#rules = rules
  }

  /** All, as they are after what was pushed. */
  async all(): Promise<readonly KeptPull[]> {
    const tips = await this.#tips()
    for (const pull of this.#pulls) await this.#catchUp(pull, tips)
    return this.#pulls
  }

  async find(number: number): Promise<KeptPull | null> {
    return (await this.all()).find((pull) => pull.number === number) ?? null
  }

  async open(draft: PullDraft): Promise<KeptPull | Problem> {
    const pull = await this.drafted(draft)
    if (typeof pull === 'string') return pull
    this.#pulls.push(pull)
    return pull
  }

  /** What would be opened. */
  async drafted({ head, base, title, body }: PullDraft): Promise<KeptPull | Problem> {
    const [headCommit, baseCommit] = [await this.tip(head), await this.tip(base)]
    if (headCommit === null || baseCommit === null) return 'no-branch'
    const isOurs = (pull: KeptPull) => pull.head === head && pull.base === base && !pull.isFork
    const same = (await this.all()).find((pull) => pull.state === 'open' && isOurs(pull))
    if (same !== undefined) return 'exists'
    if (this.#isTooLong({ title, body })) return 'too-long'
    const holdsCommits = !(await isAncestor(this.#directory, headCommit, baseCommit))
    if (this.#rules.needsCommits && !holdsCommits) return 'no-commits'
    const pull = this.#pullOf({ head, base, title, body: this.#obeyed(body) }, headCommit)
    return { ...pull, baseCommit, wasHeld: !holdsCommits }
  }

  /** Somebody else's, whose branch is named like one of this repository. */
  async openFromFork(draft: PullDraft): Promise<KeptPull> {
    const headCommit = await this.tip(draft.base)
    const pull = { ...this.#pullOf(draft, headCommit ?? ''), isFork: true }
    this.#pulls.push(pull)
    return pull
  }

  async edit(number: number, edit: PullEdit, by: string): Promise<KeptPull | Problem> {
    const pull = await this.find(number)
    if (pull === null) return 'not-found'
    if (this.#isTooLong(edit)) return 'too-long'
    if (edit.state === 'open' && pull.state !== 'open') {
      const problem = await this.#reopen(pull)
      if (problem !== null) return problem
    }
    if (edit.state === 'closed' && pull.state === 'open') end(pull, 'closed', by)
    if (edit.title !== undefined) pull.title = edit.title
    if (edit.body !== undefined) {
      pull.body = this.#obeyed(edit.body)
      if (pull.body !== edit.body) end(pull, 'closed', by)
    }
    pull.updatedAt = new Date()
    return pull
  }

  async comment(number: number, text: string): Promise<KeptPull | Problem> {
    const pull = await this.find(number)
    if (pull === null) return 'not-found'
    const kept = this.#obeyed(text)
    if (kept !== text) end(pull, 'closed', ROBOT)
    pull.comments.push(kept)
    return pull
  }

  /** Throws where the host would say that it can't be merged. Calls `before` when all but the move of the base is done. */
  async merge(
    number: number,
    method: MergeMethod,
    { by, message, before }: { by: string; message?: string; before: () => Promise<void> },
  ): Promise<string> {
    const pull = await this.find(number)
    if (pull?.state !== 'open') throw new Error(`Pull request ${number} is not open`)
    const base = await this.tip(pull.base)
    const commit = await mergedCommit(this.#directory, {
      base: base ?? '',
      head: pull.headCommit,
      method,
      message: message ?? messageOf(pull, method),
      by,
    })
    if (commit === null) throw new Error(`Pull request ${number} can't be merged by ${method}`)
    await before()
    await gitText(this.#directory, ['update-ref', `refs/heads/${pull.base}`, commit, base ?? ''])
    end(pull, 'merged', by)
    pull.mergeCommit = commit
    return commit
  }

  async tip(branch: string): Promise<string | null> {
    const args = ['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]
    return (await gitText(this.#directory, args)) || null
  }

  async #tips(): Promise<ReadonlyMap<string, string>> {
    const args = ['for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads']
    const lines = (await gitText(this.#directory, args)).split('\n')
    return new Map(lines.map((line) => line.split(' ') as [string, string]))
  }

  #pullOf(draft: PullDraft, headCommit: string): KeptPull {
    const now = new Date()
    return {
      ...draft,
      number: this.#pulls.length + 1,
      isFork: false,
      headCommit,
      wasHeld: false,
      baseCommit: '',
      state: 'open',
      mergeCommit: null,
      endedBy: null,
      openedAt: now,
      updatedAt: now,
      endedAt: null,
      comments: [],
    }
  }

  #isTooLong({ title = '', body = '' }: PullEdit): boolean {
    const { titleCharacters, bodyCharacters } = this.#rules
    return title.length > titleCharacters || body.length > bodyCharacters
  }

  #obeyed(text: string): string {
    return this.#rules.obeysCommands ? text.replaceAll(/^\s*\/close\s*$/gm, '') : text
  }

  async #reopen(pull: KeptPull): Promise<Problem | null> {
    if (pull.state === 'merged') return this.#rules.refusesMerged ? 'merged' : null
    const tip = await this.tip(pull.head)
    if (tip === null) return 'no-branch'
    const continues = await isAncestor(this.#directory, pull.headCommit, tip)
    if (!this.#rules.reopensReplaced && !continues) return 'replaced'
    Object.assign(pull, { state: 'open', endedBy: null, endedAt: null, headCommit: tip })
    return null
  }

  async #catchUp(pull: KeptPull, tips: ReadonlyMap<string, string>): Promise<void> {
    if (pull.state !== 'open' || pull.isFork) return
    const [head, base] = [tips.get(pull.head), tips.get(pull.base)]
    if (head === undefined || base === undefined) {
      if (this.#rules.closesWithBranch) end(pull, 'closed', ROBOT)
      return
    }
    if (head !== pull.headCommit || base !== pull.baseCommit) await this.#moved(pull, head, base)
  }

  async #moved(pull: KeptPull, head: string, base: string): Promise<void> {
    const isHeld = await isAncestor(this.#directory, head, base)
    const wasPushed = head !== pull.headCommit
    if (isHeld && wasPushed && this.#rules.needsCommits) {
      end(pull, 'closed', ROBOT)
    } else if (isHeld && !wasPushed && !pull.wasHeld && this.#rules.marksPushedAsMerged) {
      end(pull, 'merged', ROBOT)
      pull.mergeCommit = base
    }
    Object.assign(pull, { headCommit: head, baseCommit: base, wasHeld: isHeld })
  }
}

function end(pull: KeptPull, state: 'closed' | 'merged', by: string): void {
  const now = new Date()
  Object.assign(pull, { state, endedBy: by, endedAt: now, updatedAt: now })
}

function messageOf({ number, head, title, body }: KeptPull, method: MergeMethod): string {
  return method === 'squash'
    ? `${title} (#${number})\n\n${body}`
    : `Merge pull request #${number} from ieb/${head}\n\n${title}`
}
