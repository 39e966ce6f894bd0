// Why somebody is on the sign-in page. Addresses contain only a code, so that a forged address can't put text on the page.

const SENTENCES = {
  declined: 'You did not finish signing in with your identity provider.',
  provider_error: 'Your identity provider refused to sign you in.',
  unverified:
    'The answer of your identity provider could not be verified. Start again from this page.',
  claims:
    'Your identity provider said too little about you, or something that makes no sense. An administrator must look at what it is set up to tell Berth.',
  gone: 'Your identity provider no longer knows your account.',
  ended:
    'You were signed out: your session ran out, or your identity provider no longer vouches for you. Sign in to go on.',
  // next-auth's own: https://next-auth.js.org/configuration/pages#error-codes
  OAuthSignin: 'Your identity provider cannot be reached right now. Try again in a minute.',
  OAuthCallback:
    'The answer of your identity provider could not be verified. Start again from this page.',
  AccessDenied: 'You may not sign in here.',
} as const

export type SignInError = keyof typeof SENTENCES

/** The sentence for a code; unknown codes have one, too. */
export function signInSentence(code: string | undefined): string | null {
  if (code === undefined) return null
  const known = Object.entries(SENTENCES).find(([name]) => name === code)
  return known?.[1] ?? 'Signing in did not work. Try again.'
}
