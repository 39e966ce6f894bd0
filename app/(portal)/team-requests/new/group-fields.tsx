'use client'

import { Info } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { errorId } from '#components/ui/field.tsx'
import { GroupEditor, RoleSelect } from '#components/object-form/group-editor.tsx'
import type { GroupRow } from '#components/object-form/group-rows.ts'

/** Who acts for the team: the asker's own groups, to tick, and others by their ids. */
export function GroupFields({
  own,
  value: groups,
  onChange,
  reasons,
}: {
  /** The asker's groups; empty: none is known. */
  own: readonly string[]
  value: readonly GroupRow[]
  onChange: (value: readonly GroupRow[]) => void
  reasons: FieldReasons
}) {
  if (own.length === 0) return <GroupEditor value={groups} onChange={onChange} reasons={reasons} />
  const isOwn = ({ id }: GroupRow) => own.includes(id)
  const [ticked, others] = [groups.filter(isOwn), groups.filter((group) => !isOwn(group))]
  return (
    <div className="space-y-4">
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">Your groups</legend>
        <p className="mb-2 text-xs text-muted">
          Members of those that are ticked act for the team: you too.
        </p>
        <ul className="max-h-72 space-y-2 overflow-y-auto">
          {own.map((id) => (
            <OwnGroup
              key={id}
              id={id}
              group={ticked.find((group) => group.id === id) ?? null}
              isMissing={reasons['groups'] !== undefined}
              onChange={(group) => {
                const rest = ticked.filter((other) => other.id !== id)
                onChange([...rest, ...(group ? [group] : []), ...others])
              }}
            />
          ))}
        </ul>
      </fieldset>
      <GroupEditor
        legend="Other groups"
        value={others}
        onChange={(others) => onChange([...ticked, ...others])}
        reasons={ofOthers(reasons, ticked.length)}
      />
      {ticked.length === 0 && (
        <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          Without one of your groups, you will not act for the team yourself.
        </p>
      )}
    </div>
  )
}

function OwnGroup({
  id,
  group,
  isMissing,
  onChange,
}: {
  id: string
  /** Null: not ticked. */
  group: GroupRow | null
  /** Whether a group is still needed. */
  isMissing: boolean
  onChange: (group: GroupRow | null) => void
}) {
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-2 sm:flex-nowrap">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          checked={group !== null}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? errorId('groups') : undefined}
          onChange={({ target }) => onChange(target.checked ? { id, role: 'contributor' } : null)}
          className="size-4 shrink-0 accent-accent"
        />
        <code className="min-w-0 text-xs break-all">{id}</code>
      </label>
      {group && (
        <RoleSelect
          label={`Role of ${id}`}
          value={group.role}
          onChange={(role) => onChange({ id, role })}
        />
      )}
    </li>
  )
}

/** The reasons by the rows of the other groups, which are sent after the asker's own. */
function ofOthers(reasons: FieldReasons, ownCount: number): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).map(([path, why]) => [
      path.replace(/^groups\.(\d+)/, (_, index) => `groups.${Number(index) - ownCount}`),
      why,
    ]),
  )
}
