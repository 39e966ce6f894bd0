// A field of a kind that holds a secret. In an object stands only whether there is one: the secret itself is taken from what
// is sent before the object is made of it.
import { z } from 'zod'
import type { Flaw } from '#lib/domain/text/text.ts'

const SECRET_STATES = ['set', 'unset'] as const
export type SecretState = (typeof SECRET_STATES)[number]

/** What a kind says of a secret of its objects. */
export type SecretRule<O> = {
  /** The server that is shown the secret, such as `https://hooks.example.com:443`: a kept one goes to no other. */
  readonly serverOf: (object: O) => string
  readonly isRequired: (object: O) => boolean
  /** What is wrong with a secret that is sent; null: nothing. No reason repeats any of it. */
  readonly flawOf: (text: string, object: O) => Flaw | null
}

/** The field in the kind's JSON. */
export function secretField(about: z.GlobalMeta & { readonly description: string }) {
  const description = `${about.description} Kept encrypted and never answered: \`set\` or \`unset\` stands for it, and leaves it as it is when it is sent back. Left out: it stays; null: it is removed.`
  return {
    sent: z
      .string()
      .nullable()
      .optional()
      .meta({ ...about, description, writeOnly: true }),
    answered: z.enum(SECRET_STATES),
  }
}

/** Reads the field of a stored object. Of one that is sent, nothing remains of the secret. */
export function secretState(sent: string | null | undefined): SecretState {
  return sent === 'set' ? 'set' : 'unset'
}

export function isSecretState(text: string): text is SecretState {
  return text === 'set' || text === 'unset'
}
