import { buttonClass } from '#components/ui/button.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'

/** A way to sign in again that leaves the page, and what was typed there, as it is. */
export function SignInAgain() {
  return (
    <a href={pagePaths.signIn} target="_blank" rel="noreferrer" className={buttonClass()}>
      Sign in, in another tab
    </a>
  )
}
