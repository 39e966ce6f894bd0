import { editVerb } from '#components/changes/change-words.ts'
import { EditedObject } from '#components/changes/edited-object.tsx'
import { Card } from '#components/ui/card.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { objectPath } from '#lib/schemas/paths.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'

/** More objects than this are folded: an import edits hundreds. */
const OPEN_MAX = 3

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
            <EditedObject
              edited={{
                ...object,
                before: answeredJson(object.kind, object.before),
                after: answeredJson(object.kind, object.after),
              }}
              verb={editVerb(object)}
              href={object.after === null ? null : objectPath(object)}
              open={edited.length <= OPEN_MAX}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Encoded again, because the database doesn't keep the order of fields that the API answers with. */
function answeredJson(kind: Kind, body: unknown): unknown {
  return body === null ? null : objectJson(storedObject(kind, body))
}
