'use client'

import { useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'

const COMMIT = /^[0-9a-f]{7,64}$/i

/** Leads to whether a commit is everywhere. */
export function CommitSearch() {
  const navigate = useNavigate()
  const [isWrong, setIsWrong] = useState(false)
  const look = (data: FormData) => {
    const given = data.get('commit')
    const commit = typeof given === 'string' ? given.trim() : ''
    setIsWrong(!COMMIT.test(commit))
    if (COMMIT.test(commit)) navigate(pagePaths.commit(commit))
  }
  return (
    <form action={look} className="flex items-end gap-2">
      <Field
        id="commit-search"
        label="Is this commit everywhere?"
        error={isWrong ? 'At least its first seven digits.' : null}
        className="w-52"
      >
        <Input
          id="commit-search"
          name="commit"
          placeholder="abc123"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          className="font-mono"
        />
      </Field>
      <Button type="submit">Ask</Button>
    </form>
  )
}
