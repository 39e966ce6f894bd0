// A Git host without a network, over a repository on this machine: quick enough for thousands of steps.
import type {
  HostAnswer,
  PullRequest,
  PullRequestHost,
} from '#lib/adapters/host/pull-request-host.ts'
import {
  type HostRules,
  type KeptPull,
  KeptPulls,
  type Problem,
} from '#lib/adapters/host/testing/kept-pulls.ts'

/** As the strictest of the hosts in each. */
const STRICT: HostRules = {
  titleCharacters: 255,
  bodyCharacters: 4_000,
  needsCommits: true,
  closesWithBranch: true,
  marksPushedAsMerged: true,
  reopensReplaced: false,
  refusesMerged: true,
  obeysCommands: true,
}

export type Trouble = 'down' | 'reply-lost' | 'not-done'

export function keptPullsHost(directory: string) {
  const pulls = new KeptPulls(directory, STRICT)
  const calls: string[] = []
  const state: { trouble: Trouble | null } = { trouble: null }

  async function answer<Value>(
    name: string,
    act: () => Promise<HostAnswer<Value>>,
    pretended: () => Promise<HostAnswer<Value>> = act,
  ): Promise<HostAnswer<Value>> {
    calls.push(name)
    if (state.trouble === 'down') return unreachable
    const answered = state.trouble === 'not-done' ? await pretended() : await act()
    return state.trouble === 'reply-lost' ? unreachable : answered
  }

  const read = async (number: number) => answerOf(await pulls.find(number))
  const edited = (number: number, edit: Parameters<KeptPulls['edit']>[1]) => ({
    act: async () => answerOf(await pulls.edit(number, edit, 'berth-bot')),
    pretended: async (): Promise<HostAnswer<PullRequest>> => {
      const found = await read(number)
      if (found.outcome !== 'done') return found
      return {
        outcome: 'done',
        value: { ...found.value, ...(edit.state && { state: edit.state }) },
      }
    },
  })
  const host: PullRequestHost = {
    limits: STRICT,
    findOpen: ({ head, base }) =>
      answer('findOpen', async () => {
        const found = (await pulls.all()).find(
          (pull) => pull.state === 'open' && pull.head === head && pull.base === base,
        )
        return { outcome: 'done', value: found ? pullRequestOf(found) : null }
      }),
    open: async (draft) => {
      const opened = await answer<PullRequest | 'exists'>(
        'open',
        async () => {
          const pull = await pulls.open(draft)
          return pull === 'exists' ? { outcome: 'done', value: pull } : answerOf(pull)
        },
        async () => answerOf(await pulls.drafted(draft)),
      )
      if (opened.outcome !== 'done') return opened
      const { value } = opened
      return value === 'exists' ? { outcome: 'exists' } : { outcome: 'done', value }
    },
    read: (number) => answer('read', () => read(number)),
    update: (number, text) => {
      const { act, pretended } = edited(number, text)
      return answer('update', act, pretended)
    },
    close: (number) => {
      const { act, pretended } = edited(number, { state: 'closed' })
      return answer('close', act, pretended)
    },
    reopen: (number) => {
      const { act, pretended } = edited(number, { state: 'open' })
      return answer('reopen', act, pretended)
    },
    comment: (number, text) =>
      answer('comment', async () => {
        const pull = await pulls.comment(number, text)
        return typeof pull === 'string' ? refused(pull) : { outcome: 'done', value: null }
      }),
  }
  return { host, pulls, calls, state }
}

const unreachable = { outcome: 'unreachable', reason: 'Not well.', askedPauseMs: null } as const
const refused = (reason: string) => ({ outcome: 'refused', reason }) as const

function answerOf(pull: KeptPull | Problem | null): HostAnswer<PullRequest> {
  if (pull === null || typeof pull === 'string') return refused(pull ?? 'not-found')
  return { outcome: 'done', value: pullRequestOf(pull) }
}

function pullRequestOf({ number, state, title, head, base, endedBy }: KeptPull): PullRequest {
  return {
    number,
    url: `https://git.example.com/pulls/${number}`,
    state,
    title,
    head,
    base,
    endedBy,
  }
}
