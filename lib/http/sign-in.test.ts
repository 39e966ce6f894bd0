import { beforeAll, describe, expect, it } from 'vitest'
import { installProcess } from '#lib/usecases/process.ts'
import { sessionOf } from './session.ts'
import { adminGroup, createIdentityWorld, type IdentityWorld } from './testing/identity-world.ts'

describe.each([{ entra: true }, { entra: false }])('signing in (entra: $entra)', ({ entra }) => {
  let world: IdentityWorld
  beforeAll(async () => {
    const oid = '8f1c0000-0000-4000-8000-00000000000b'
    const claims = { oid, name: 'Ada', email: 'ada@example.com', groups: [adminGroup] }
    world = await createIdentityWorld({ entra, accounts: { ada: claims } })
  })

  it('opens a session with the rights of the groups that the token names', async () => {
    const ada = await world.visitor().signIn(world.provider, 'ada')
    installProcess(world.process)
    const session = await sessionOf(new Headers(ada.headers))
    expect(session).toMatchObject({
      tenant: { name: world.tenant.name },
      actor: { kind: 'person', name: 'Ada', email: 'ada@example.com', role: 'admin' },
      notice: null,
    })
  })
})
