import { describe, expect, it } from 'vitest'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { refusalWords } from './refusal-words.ts'

const refused = (more: Partial<RefusedForm>): RefusedForm => ({
  kind: 'refused',
  code: 'other',
  message: 'As the API says it.',
  fields: {},
  ...more,
})

describe('why something is refused of a rollout', () => {
  it('tells the number that has to be confirmed', () => {
    const code = 'changes_need_confirmation'
    expect(refusalWords(refused({ code, confirmChanges: 9 }))).toBe(
      'It changes 9 placements now. To confirm that, enter 9.',
    )
    expect(refusalWords(refused({ code, confirmChanges: 7, waves: 3 }))).toBe(
      'It changes 7 placements in 3 waves now. To confirm that, enter 7.',
    )
  })

  it('speaks of no impact that was looked at, and of nothing to save', () => {
    for (const code of ['plan_changed', 'precondition_failed']) {
      expect(refusalWords(refused({ code }))).not.toMatch(/impact|save/i)
    }
    expect(refusalWords(refused({}))).toBe('As the API says it.')
  })
})
