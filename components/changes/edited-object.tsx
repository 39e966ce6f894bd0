import { ChevronRight } from 'lucide-react'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import { LineDiff } from '#components/ui/line-diff.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { type Edited, editedName } from './change-words.ts'

/** What is done to one object, folded: its JSON before and after, line by line. */
export function EditedObject({
  edited,
  verb,
  href,
  open,
}: {
  edited: Edited
  verb: string
  /** Where the object is; null: it isn't there, or not yet. */
  href: string | null
  open: boolean
}) {
  const { kind, name, before, after } = edited
  const Icon = KIND_ICONS[kind]
  return (
    <details open={open} className="group">
      <summary className="flex list-none items-center gap-2 px-4 py-2.5 -outline-offset-2 hover:bg-sunken/50">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          {verb} {kinds[kind].word} <span className="font-medium">{editedName(edited)}</span>
        </span>
      </summary>
      <div className="border-t bg-canvas/50">
        {href !== null && (
          <p className="px-4 pt-2 text-xs">
            <TextLink href={href}>Open the {kinds[kind].word}</TextLink>
          </p>
        )}
        <LineDiff
          before={jsonText(before)}
          after={jsonText(after)}
          label={`${name} before and after`}
        />
      </div>
    </details>
  )
}

function jsonText(json: unknown): string {
  return json === null ? '' : `${JSON.stringify(json, null, 2)}\n`
}
