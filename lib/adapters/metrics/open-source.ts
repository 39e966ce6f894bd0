// A source of metrics that Berth is signed in to.
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { askLogAnalytics } from './log-analytics.ts'
import { askPrometheus } from './prometheus.ts'
import { type Credential, openSignIn } from './sign-in.ts'
import { failed, type SourceAnswer, type SourceQuestion } from './source-call.ts'

const ASKS = { prometheus: askPrometheus, 'log-analytics': askLogAnalytics }
export type SourceSystem = keyof typeof ASKS

export type OpenSource = (question: SourceQuestion) => Promise<SourceAnswer>

/** Never rejects but where waiting is not allowed: what goes wrong is an answer, too. */
export function openSource(
  system: SourceSystem,
  credential: Credential,
  callOut: CallOut,
): OpenSource {
  const signIn = openSignIn(credential, callOut)
  return async (question) => {
    const signed = await signIn()
    if ('reason' in signed) return failed(signed.reason)
    const { authorization } = signed
    return ASKS[system](
      callOut,
      question,
      authorization === null ? {} : { Authorization: authorization },
    )
  }
}
