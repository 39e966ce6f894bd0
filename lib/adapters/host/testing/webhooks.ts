// What a stand-in tells a webhook, and how it fails to.
import { deliveryHeaders, pushOf } from '#lib/http/testing/pushes.ts'
import type { KeptPull } from './kept-pulls.ts'
import type { Event, Happening, Place, Skin } from './skin.ts'

/**
 * `early`: before what it tells of can be seen. `held`: when the test says so. `forged`: by somebody who doesn't know the secret.
 */
export type Manner = 'once' | 'lost' | 'doubled' | 'early' | 'held' | 'forged'

export type Hook = { readonly url: string; readonly secret: string; readonly manner: Manner }

type Delivery = {
  readonly hook: Hook
  readonly headers: Record<string, string>
  readonly text: string
}

export class Webhooks {
  hook: Hook | null = null
  readonly #skin: Skin
  readonly #place: () => Place
  readonly #held: Delivery[] = []
  #telling = Promise.resolve()

  constructor(skin: Skin, place: () => Place) {
    this.#skin = skin
    this.#place = place
  }

  /** What happened to a pull request. */
  async tell(happening: Happening, pull: KeptPull, isEarly: boolean = false): Promise<void> {
    await this.#send(this.#skin.event(happening, pull, this.#place()), isEarly)
  }

  /** As it is now, while the host goes on: who is told may ask it something. */
  tellMeanwhile(happening: Happening, pull: KeptPull): void {
    const event = this.#skin.event(happening, pull, this.#place())
    this.#telling = this.#telling.then(async () => this.#send(event, false))
  }

  /** When all of that was told. */
  async settled(): Promise<void> {
    await this.#telling
  }

  /** That a branch was pushed. */
  async tellPush(branch: string, commit: string, isEarly: boolean = false): Promise<void> {
    const { host } = this.#skin
    const { cloneUrl } = this.#place()
    const push = { repository: cloneUrl.replace(/\.git$/, ''), ref: `refs/heads/${branch}`, commit }
    await this.#send({ event: PUSH[host], body: pushOf(host, push) }, isEarly)
  }

  /** Delivers what was held, oldest first. */
  async deliverHeld(): Promise<void> {
    for (const delivery of this.#held.splice(0)) await deliver(delivery)
  }

  async #send({ event, body }: Event, isEarly: boolean): Promise<void> {
    const { hook } = this
    if (hook === null || hook.manner === 'lost' || isEarly !== (hook.manner === 'early')) return
    const text = JSON.stringify(body)
    const secret = hook.manner === 'forged' ? 'another secret' : hook.secret
    const headers = deliveryHeaders(this.#skin.host, secret, text, { event })
    const delivery = { hook, headers, text }
    if (hook.manner === 'held') {
      this.#held.push(delivery)
      return
    }
    await deliver(delivery)
    if (hook.manner === 'doubled') await deliver(delivery)
  }
}

const PUSH = {
  github: 'push',
  gitlab: 'Push Hook',
  'azure-devops': '',
  gitea: 'push',
} as const

/** Whatever the receiver answers, the host goes on. */
async function deliver({ hook, headers, text }: Delivery): Promise<void> {
  const sent = { ...headers, 'Content-Type': 'application/json' }
  await fetch(hook.url, { method: 'POST', headers: sent, body: text }).catch(() => undefined)
}
