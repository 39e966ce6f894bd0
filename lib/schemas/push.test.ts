import { describe, expect, it } from 'vitest'
import { COMMIT, pushOf, ZEROS } from '#lib/http/testing/pushes.ts'
import { readAzureDelivery, readPush } from './push.ts'

const MAIN = { ref: 'refs/heads/main', commit: COMMIT }

describe('a push as its host tells of it', () => {
  it.each([
    ['github', 'github.com'],
    ['gitlab', 'gitlab.example.com'],
    ['gitea', 'gitea.example.com'],
  ] as const)('is read of %s', (host, name) => {
    expect(readPush(host, pushOf(host))).toEqual({
      ok: true,
      value: {
        addresses: [
          `https://${name}/ieb/app1.git`,
          `git@${name}:ieb/app1.git`,
          `https://${name}/ieb/app1`,
        ],
        refs: [MAIN],
      },
    })
  })

  it('is read of azure-devops, with what the delivery is called', () => {
    const delivery = '03c164c2-8912-4d5e-8009-3707d5f83734'
    expect(readAzureDelivery(pushOf('azure-devops', { delivery }))).toEqual({
      ok: true,
      value: {
        delivery,
        push: {
          addresses: ['https://contoso@dev.azure.com/contoso/ieb/_git/app1'],
          refs: [MAIN],
        },
      },
    })
  })

  it('of another event is none', () => {
    const created = {
      id: '1',
      eventType: 'git.pullrequest.created',
      resource: { status: 'active' },
    }
    expect(readAzureDelivery(created)).toEqual({ ok: true, value: { delivery: '1', push: null } })
  })

  it('of a deletion is at no commit', () => {
    const read = readPush('gitlab', pushOf('gitlab', { commit: ZEROS }))
    expect(read).toMatchObject({ ok: true, value: { refs: [{ commit: ZEROS }] } })
  })

  it.each([
    // case | body | code
    ['of another host', pushOf('gitlab'), 'required'],
    ['without a commit', { ...pushOf('github'), after: undefined }, 'required'],
    [
      'at the beginning of a commit',
      pushOf('github', { commit: COMMIT.slice(0, 7) }),
      'bad_commit',
    ],
    ['at a commit in capitals', pushOf('github', { commit: COMMIT.toUpperCase() }), 'bad_commit'],
    ['at a branch', pushOf('github', { commit: 'main' }), 'bad_commit'],
    ['with a number for its ref', { ...pushOf('github'), ref: 1 }, 'type'],
    ['of no repository', { ...pushOf('github'), repository: null }, 'type'],
    ['that is a list', [], 'type'],
    ['that is nothing', null, 'type'],
  ])('%s is refused', (_, body, code) => {
    const read = readPush('github', body)
    expect(read.ok ? [] : read.issues.map((issue) => issue.code)).toContain(code)
  })
})
