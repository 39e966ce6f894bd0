// What no stand-in does by itself; hosts with faults are asked in pull-request-host.test.ts.
import { describe, expect, it } from 'vitest'
import { findOrOpen } from './find-or-open.ts'
import { refused, unreachable } from './host-call.ts'
import type { PullRequest, PullRequestHost } from './pull-request-host.ts'

const draft = { head: 'berth/main', base: 'main', title: 'Place app1', body: '' }
const pullRequest: PullRequest = {
  ...draft,
  number: 7,
  url: 'https://git.example.com/ieb/gitops/pulls/7',
  state: 'open',
  endedBy: null,
}
const done = <Value>(value: Value) => ({ outcome: 'done', value }) as const

const unasked = async () => Promise.reject(new Error('Nobody asks this'))

/** A host that answers so, one answer after the other to each call. */
function answering(answers: {
  readonly findOpen: Awaited<ReturnType<PullRequestHost['findOpen']>>[]
  readonly open?: Awaited<ReturnType<PullRequestHost['open']>>[]
  readonly read?: Awaited<ReturnType<PullRequestHost['read']>>[]
}) {
  const host: PullRequestHost = {
    limits: { titleCharacters: 100, bodyCharacters: 100 },
    findOpen: async () => answers.findOpen.shift() ?? unasked(),
    open: async () => answers.open?.shift() ?? unasked(),
    read: async () => answers.read?.shift() ?? unasked(),
    update: unasked,
    close: unasked,
    reopen: unasked,
    comment: unasked,
  }
  return host
}

describe('finding or opening a pull request', () => {
  it('opens none where it can’t be seen whether there is one', async () => {
    const host = answering({ findOpen: [unreachable('Not now.')] })
    expect(await findOrOpen(host, draft)).toEqual(unreachable('Not now.'))
  })

  it('says so where the host has one already that it doesn’t list', async () => {
    const host = answering({ findOpen: [done(null), done(null)], open: [{ outcome: 'exists' }] })
    expect(await findOrOpen(host, draft)).toMatchObject({
      outcome: 'unreachable',
      reason: expect.stringContaining('lists none that is open'),
    })
  })

  it('says why it wasn’t opened, where it isn’t there afterwards', async () => {
    const failure = unreachable('The answer was lost.')
    const host = answering({ findOpen: [done(null), done(null)], open: [failure] })
    expect(await findOrOpen(host, draft)).toEqual(failure)
  })

  it('says why it wasn’t opened, where nothing can be seen afterwards', async () => {
    const failure = unreachable('The answer was lost.')
    const host = answering({ findOpen: [done(null), refused('No.')], open: [failure] })
    expect(await findOrOpen(host, draft)).toEqual(failure)
  })

  it('is refused where the host refuses to open it', async () => {
    const host = answering({ findOpen: [done(null)], open: [refused('No right.')] })
    expect(await findOrOpen(host, draft)).toEqual(refused('No right.'))
  })

  it('answers with what the host says when it is read, not when it was opened', async () => {
    const closed = { ...pullRequest, state: 'closed' } as const
    const host = answering({
      findOpen: [done(null)],
      open: [done(pullRequest)],
      read: [done(closed)],
    })
    expect(await findOrOpen(host, draft)).toEqual(done({ pullRequest: closed, isNew: true }))
  })
})
