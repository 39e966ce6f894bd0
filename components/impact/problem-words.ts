// Translates the API's terms (parameters, tokens) into a form's.

export const SIGNED_OUT = 'unauthenticated'
export const NAME_HELD = 'name_held'

const WORDS: Readonly<Record<string, string>> = {
  [SIGNED_OUT]: 'You are no longer signed in. What you typed stays here while you sign in again.',
  [NAME_HELD]:
    'The name belonged to a team that was deleted. On clusters it may still have a namespace.',
  not_found: 'This is not there any more: somebody deleted it, or you may no longer see it.',
  impact_changed:
    'The fleet changed meanwhile, and so did the impact. Look at it again, then save.',
  removals_need_confirmation:
    'More is removed now than when you looked. Look at the impact again, then save.',
  changes_need_confirmation:
    'More is changed now than when you looked. Look at the impact again, then save.',
  reason_required: 'A reason is needed now. Say why, then save.',
}

export function problemWords({ code, message }: { code: string; message: string }): string {
  return WORDS[code] ?? message
}
