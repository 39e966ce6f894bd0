/** Passes a person of the demo to its provider as a login hint; it asks for no password. Rejects if Berth doesn't answer. */
export async function enterDemo(person: string, returnPath: string): Promise<void> {
  const { signIn } = await import('next-auth/react')
  await signIn('oidc', { callbackUrl: returnPath }, { login_hint: person, prompt: 'login' })
}
