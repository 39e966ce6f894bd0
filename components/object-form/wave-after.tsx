import type { FieldReasons } from '#components/api.ts'
import { Select } from '#components/ui/input.tsx'
import { CheckField } from './choice-field.tsx'
import { FormField } from './form-field.tsx'
import { PathField, reasonsAt } from './path-field.tsx'
import { type AfterRow, ASKED_AFTER } from './wave-rows.ts'

type Given = {
  readonly after: AfterRow
  /** Of the fields in what is sent. */
  readonly path: string
  readonly number: number
  readonly reasons: FieldReasons
  readonly onChange: (after: AfterRow) => void
}

/** Whether anything must hold after a wave, and what. */
export function WaveAfter({
  after,
  isRest,
  onChange,
  ...given
}: Omit<Given, 'after' | 'onChange'> & {
  after: AfterRow | null
  isRest: boolean
  onChange: (after: AfterRow | null) => void
}) {
  return (
    <>
      <CheckField
        label={`What must hold after wave ${given.number}`}
        text={
          isRest
            ? 'Health, checks and time before the rollout is done. Off: being in Git is enough.'
            : 'Health, checks and time before the next one. Off: being in Git is enough.'
        }
        value={after !== null}
        onChange={(isOn) => onChange(isOn ? ASKED_AFTER : null)}
      />
      {after && <AfterFields {...given} after={after} onChange={onChange} />}
    </>
  )
}

const TEXTS = [
  {
    field: 'soak',
    label: 'Soak',
    hint: 'How long it must stay so, as 30m, 2h or 1d.',
    placeholder: '0m',
  },
  {
    field: 'healthy',
    label: 'Healthy',
    hint: 'How many of those that report.',
    placeholder: '100%',
  },
  { field: 'failing', label: 'Failing', hint: 'At most: a number, or percents.', placeholder: '0' },
  { field: 'silent', label: 'Silent', hint: 'At most: percents of all.', placeholder: '50%' },
  { field: 'deadline', label: 'Deadline', hint: 'Empty: none.', placeholder: '4h' },
] as const

const CHOICES = [
  {
    field: 'on_failure',
    label: 'On failure',
    hint: 'More are failing, a check failed, or the deadline is over.',
    choices: [
      ['pause', 'Pause'],
      ['rollback', 'Roll back'],
    ],
  },
  {
    field: 'unobserved',
    label: 'No reports',
    hint: 'What counts where no cluster ever reported.',
    choices: [
      ['approve', 'Approval'],
      ['time', 'Time alone'],
    ],
  },
] as const

function AfterFields({ after, path, number, reasons, onChange }: Given) {
  return (
    <div className="space-y-3 border-l-2 pl-3">
      <div className="grid gap-3 @sm:grid-cols-2 @lg:grid-cols-3">
        {TEXTS.map(({ field, label, ...text }) => (
          <PathField
            key={field}
            {...text}
            path={`${path}.${field}`}
            label={`${label} after wave ${number}`}
            reasons={reasons}
            value={after[field]}
            onChange={(value) => onChange({ ...after, [field]: value })}
          />
        ))}
        {CHOICES.map(({ field, label, hint, choices }) => (
          <FormField
            key={field}
            id={`${path}.${field}`}
            label={`${label} after wave ${number}`}
            hint={hint}
            reasons={reasonsAt(reasons, `${path}.${field}`)}
          >
            {(described) => (
              <Select
                {...described}
                className="w-full"
                value={after[field]}
                onChange={({ target }) => onChange({ ...after, [field]: target.value })}
              >
                {choices.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        ))}
      </div>
      <PathField
        path={`${path}.checks`}
        label={`Checks after wave ${number}`}
        hint="Names that programs report by, one a line. The newest result of each must be passed."
        multiline
        placeholder="e2e"
        reasons={reasons}
        value={after.checks}
        onChange={(checks) => onChange({ ...after, checks })}
      />
    </div>
  )
}
