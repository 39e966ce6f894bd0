'use client'

import { Plus } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { errorId } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { FieldErrors } from './field-errors.tsx'
import { RemoveButton } from './remove-button.tsx'

export type GroupRow = { readonly id: string; readonly role: 'contributor' | 'reader' }

/** The identity provider's groups that act for a team, with their roles. */
export function GroupEditor({
  value: groups,
  legend = 'Groups',
  onChange,
  reasons,
}: {
  value: readonly GroupRow[]
  legend?: string
  onChange: (value: readonly GroupRow[]) => void
  reasons: FieldReasons
}) {
  const set = (index: number, group: GroupRow) =>
    onChange(groups.map((other, at) => (at === index ? group : other)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">
        Groups of your identity provider, by the id that it gives them: in Microsoft Entra the
        Object ID, elsewhere what stands in the claim of groups. Everybody in a group acts for the
        team.
      </p>
      <ul className="space-y-2">
        {groups.map((group, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: its id is typed into
            key={index}
            group={group}
            number={index + 1}
            errors={errorsOf(index, groups, reasons)}
            onChange={(group) => set(index, group)}
            onRemove={() => onChange(groups.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id="groups" errors={reasons['groups'] ?? []} />
      <Button
        look="quiet"
        className="mt-1 px-2"
        onClick={() => onChange([...groups, { id: '', role: 'contributor' }])}
      >
        <Plus aria-hidden className="size-4" />
        Add a group
      </Button>
    </fieldset>
  )
}

function Row({
  group,
  number,
  errors,
  onChange,
  onRemove,
}: {
  group: GroupRow
  number: number
  errors: readonly string[]
  onChange: (group: GroupRow) => void
  onRemove: () => void
}) {
  const id = `group-${number}`
  return (
    <li className="max-sm:rounded-md max-sm:border max-sm:bg-canvas max-sm:p-2">
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <Input
          aria-label={`Id of group ${number}`}
          aria-invalid={errors.length > 0}
          aria-describedby={errors.length > 0 ? errorId(id) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="00000000-0000-0000-0000-000000000000"
          className="font-mono text-xs"
          value={group.id}
          onChange={(event) => onChange({ ...group, id: event.target.value })}
        />
        <RoleSelect
          label={`Role of group ${number}`}
          value={group.role}
          onChange={(role) => onChange({ ...group, role })}
        />
        <RemoveButton label={`Remove group ${number}`} onClick={onRemove} />
      </div>
      <FieldErrors id={id} errors={errors} />
    </li>
  )
}

export function RoleSelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: GroupRow['role']
  onChange: (role: GroupRow['role']) => void
}) {
  return (
    <Select
      aria-label={label}
      className="w-36! shrink-0"
      value={value}
      onChange={({ target }) => onChange(target.value === 'reader' ? 'reader' : 'contributor')}
    >
      <option value="contributor">contributor</option>
      <option value="reader">reader</option>
    </Select>
  )
}

/** Rows without an id aren't sent, so the API counts without them. */
function errorsOf(index: number, groups: readonly GroupRow[], reasons: FieldReasons): string[] {
  if (groups[index]?.id.trim() === '') return []
  const sent = groups.slice(0, index).filter(({ id }) => id.trim() !== '').length
  return Object.entries(reasons).flatMap(([path, reasons]) =>
    path === `groups.${sent}` || path.startsWith(`groups.${sent}.`) ? reasons : [],
  )
}
