import { ChevronRight } from 'lucide-react'
import { editedName, editVerb } from '#components/changes/change-words.ts'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import { Card } from '#components/ui/card.tsx'
import { LineDiff } from '#components/ui/line-diff.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'

/** More objects than this are folded: an import edits hundreds. */
const OPEN_MAX = 3

type Edited = Change['edited'][number]

export function EditedObjects({ edited, objects }: Pick<Change, 'edited' | 'objects'>) {
  const note =
    edited.length < objects
      ? `${edited.length} of ${objects.toLocaleString('en')} shown`
      : objects.toLocaleString('en')
  return (
    <Card flush title="Edited objects" note={note}>
      <ul className="divide-y">
        {edited.map((object) => (
          <li key={`${object.kind}/${object.team}/${object.name}`}>
            <EditedObject edited={object} open={edited.length <= OPEN_MAX} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EditedObject({ edited, open }: { edited: Edited; open: boolean }) {
  const Icon = KIND_ICONS[edited.kind]
  return (
    <details open={open} className="group">
      <summary className="flex list-none items-center gap-2 px-4 py-2.5 -outline-offset-2 hover:bg-sunken/50">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          {editVerb(edited)} {kinds[edited.kind].word}{' '}
          <span className="font-medium">{editedName(edited)}</span>
        </span>
      </summary>
      <div className="border-t bg-canvas/50">
        {edited.after !== null && (
          <p className="px-4 pt-2 text-xs">
            <TextLink href={objectPath(edited)}>Open the {kinds[edited.kind].word}</TextLink>
          </p>
        )}
        <LineDiff
          before={jsonText(edited.kind, edited.before)}
          after={jsonText(edited.kind, edited.after)}
          label={`${edited.name} before and after`}
        />
      </div>
    </details>
  )
}

/** Encoded again, because the database doesn't keep the order of fields that the API answers with. */
function jsonText(kind: Kind, body: unknown): string {
  return body === null ? '' : `${JSON.stringify(objectJson(storedObject(kind, body)), null, 2)}\n`
}
