import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = globSync('{app,components}/**/*.tsx').map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
)
const GUARDED_LINK = /<GuardedLink\b[^>]*>/g
const FORM_ADDRESS = /\b(?:newPath|editPath)\(|pagePaths\.(?:newTeamRequest|askForMore)\b/

const pathsOf = (found: typeof sources) => found.map(([file]) => file)

describe('what leads to a write', () => {
  it('is nowhere linked to but through the guard', () => {
    const leading = sources.filter(([, text]) => FORM_ADDRESS.test(text))
    expect(leading).not.toEqual([])
    const unguarded = leading.filter(([, text]) =>
      FORM_ADDRESS.test(text.replace(GUARDED_LINK, '')),
    )
    expect(pathsOf(unguarded)).toEqual([])
  })

  it('is on each page of a form asked for, and never taken as allowed', () => {
    const forms = sources.filter(([file]) =>
      /\/(?:(?:new|edit)\/page|(?:new|edit)-page)\.tsx$/.test(file),
    )
    expect(forms).not.toEqual([])
    const open = forms.filter(
      ([, text]) => !/whyNot(?:Write|Create|Ask)\(|<(?:Edit|New)Page /.test(text),
    )
    expect(pathsOf(open)).toEqual([])
    expect(pathsOf(sources.filter(([, text]) => text.includes('refusal={null}')))).toEqual([])
  })
})
