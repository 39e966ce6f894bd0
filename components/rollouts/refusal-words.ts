import { problemWords } from '#components/impact/problem-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { RefusedForm } from '#lib/schemas/save-request.ts'

const WORDS: Readonly<Record<string, string>> = {
  plan_changed: 'The rollout would do something else by now. Look at it again.',
  precondition_failed:
    'The rollout went on since you looked. Load the page again, and decide again.',
}

/** Why something is refused of a rollout, for whoever looks at it in the portal. */
export function refusalWords(refused: RefusedForm): string {
  const { code, confirmChanges, waves = 1 } = refused
  if (code === 'changes_need_confirmation' && confirmChanges !== undefined) {
    const where = waves > 1 ? ` in ${counted(waves, 'wave')}` : ''
    return `It changes ${counted(confirmChanges, 'placement')}${where} now. To confirm that, enter ${confirmChanges}.`
  }
  return WORDS[code] ?? problemWords(refused)
}
