import { EditedObject } from '#components/changes/edited-object.tsx'
import { Card } from '#components/ui/card.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { EditsAnswer } from '#lib/schemas/impact.ts'

/** More objects than this are folded. */
const OPEN_MAX = 3

/** What becomes of each object of the text. */
export function ShownEdits({ edits, isCurrent }: { edits: EditsAnswer; isCurrent: boolean }) {
  const { items } = edits
  const edited = edits.created + edits.changed
  return (
    <Card flush title="Objects" note={sentenceOf(edits)}>
      {items.length === 0 ? (
        <p className="p-4 text-muted">Nothing to import: everything is already as the text says.</p>
      ) : (
        <ul
          aria-label="Objects of the text"
          className={classNames('divide-y transition-opacity', !isCurrent && 'opacity-50')}
        >
          {items.map(({ namespace, ...item }) => (
            <li key={`${item.kind}/${namespace}/${item.name}`}>
              <EditedObject
                edited={{ ...item, team: namespace }}
                verb={item.before === null ? 'Create' : 'Change'}
                href={null}
                open={items.length <= OPEN_MAX}
              />
            </li>
          ))}
          {edited > items.length && (
            <li className="px-4 py-2.5 text-muted">
              and {(edited - items.length).toLocaleString('en')} more
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

function sentenceOf({ created, changed, unchanged }: EditsAnswer): string {
  const parts = [
    `${created.toLocaleString('en')} new`,
    `${changed.toLocaleString('en')} changed`,
    `${unchanged.toLocaleString('en')} as they are`,
  ]
  return parts.join(', ')
}
