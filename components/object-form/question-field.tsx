import { AskedQuestion } from '#components/list/asked-question.tsx'
import { isReportList } from '#components/list/question.ts'
import type { FormFieldProps } from './form-field.tsx'
import { TextField } from './text-field.tsx'

/** The query of a list, and what it asks in the words of the list's own filters. */
export function QuestionField({
  of: { list = '', at = '' },
  ...field
}: FormFieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** Which list, and as of when. */
  of: Readonly<Record<string, string>>
}) {
  return (
    <div className="space-y-1.5">
      <TextField {...field} mono />
      {isReportList(list) && (
        <div className="text-xs">
          <AskedQuestion list={list} query={field.value.trim()} at={at} />
        </div>
      )}
    </div>
  )
}
