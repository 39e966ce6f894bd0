import { expect, it } from 'vitest'
import { save } from './testing/fleets.ts'
import { createQuickProposingPublisher } from './testing/proposing.ts'

it('a pull request that somebody asks to open again is told of until it is merged', async () => {
  const publisher = await createQuickProposingPublisher()
  const publish = () => publisher.publish('prod')
  const listed = async () => {
    const { items } = (await publisher.call('/pull-requests')).json
    return items.map(({ state, next, changes }: Record<string, unknown>) => ({
      state,
      next,
      changes,
    }))
  }
  expect(await listed()).toEqual([])
  await publish()
  await publish()
  const [{ changes }] = await listed()
  expect(await listed()).toEqual([{ state: 'open', next: 'merge', changes }])
  expect(changes.count).toBeGreaterThan(0)
  const { publications } = (await publisher.call(`/changes/${changes.to}`)).json
  expect(publications).toMatchObject([
    {
      branch: 'prod',
      state: 'proposed',
      pull_request: { number: (await publisher.openOf())?.number },
    },
  ])

  await publisher.closeBy('ann')
  await publisher.askAgain()
  await publish()
  expect(await listed()).toEqual([{ state: 'closed', next: 'decision', changes }])
  await save(publisher, 'POST', '/pull-requests/prod/reopen')
  expect(await listed()).toEqual([{ state: 'closed', next: 'reopening', changes }])
  await publish()
  expect(await listed()).toEqual([{ state: 'open', next: 'merge', changes }])

  await publisher.merge('squash')
  await publish()
  expect(await listed()).toEqual([])
  expect((await publisher.call(`/changes/${changes.to}`)).json.publications).toMatchObject([
    { branch: 'prod', state: 'published' },
  ])
})
