import { signIn } from 'next-auth/react'

/** Passes a person of the demo to its provider as a login hint; it asks for no password. Rejects if Berth doesn't answer. */
export async function enterDemo(person: string, returnPath: string): Promise<void> {
  await signIn('oidc', { callbackUrl: returnPath }, { login_hint: person, prompt: 'login' })
}
