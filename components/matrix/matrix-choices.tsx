'use client'

import { useSearchParams } from 'next/navigation'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Select } from '#components/ui/input.tsx'
import { MATRIX_COLOURS, type MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

const COLOUR_WORDS: Readonly<Record<MatrixColour, string>> = {
  state: 'State',
  version: 'Version',
  lag: 'Lag behind what is wanted',
  policy: 'Policy',
}

/** What the matrix shows and how it groups clusters. `keys`: labels of clusters. */
export function MatrixChoices({
  colour,
  columnsBy,
  keys,
}: {
  colour: MatrixColour
  columnsBy: string
  keys: readonly string[]
}) {
  const groupings = ['environment', ...keys.map((key) => `label:${key}`)]
  const known = groupings.includes(columnsBy) ? groupings : [...groupings, columnsBy]
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-b px-3 py-2 max-sm:hidden">
      <Choice
        name="colour"
        label="Colour"
        value={colour}
        choices={MATRIX_COLOURS.map((each) => [each, COLOUR_WORDS[each]] as const)}
      />
      <Choice
        name="columnsBy"
        label="Columns by"
        value={columnsBy}
        choices={known.map((each) => [each, each.replace(/^label:/, '')] as const)}
      />
    </div>
  )
}

function Choice({
  name,
  label,
  value,
  choices,
}: {
  name: string
  label: string
  value: string
  choices: readonly (readonly [value: string, word: string])[]
}) {
  const address = useSearchParams()
  const navigate = useNavigate()
  const choose = (chosen: string) => {
    const query = new URLSearchParams(address)
    query.set(name, chosen)
    navigate(`${pagePaths.matrix}?${query.toString()}`, { scroll: false })
  }
  return (
    <span className="flex items-center gap-2">
      <label
        htmlFor={`matrix-${name}`}
        className="text-xs font-medium whitespace-nowrap text-muted"
      >
        {label}
      </label>
      <Select id={`matrix-${name}`} value={value} onChange={({ target }) => choose(target.value)}>
        {choices.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    </span>
  )
}
