'use client'

import type { FieldReasons } from '#components/api.ts'
import { errorId } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { FieldErrors } from './field-errors.tsx'
import { EMPTY_GROUP, type GroupRow, namedGroups } from './group-rows.ts'
import { RemoveButton } from './remove-button.tsx'
import { type RowProps, RowsField } from './rows-field.tsx'
import { reasonsOfRow } from './sent-rows.ts'

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
  return (
    <RowsField
      id="groups"
      legend={legend}
      hint="Groups of your identity provider, by the id that it gives them: in Microsoft Entra the Object ID, elsewhere what stands in the claim of groups. Everybody in a group acts for the team."
      noun="group"
      empty={EMPTY_GROUP}
      value={groups}
      onChange={onChange}
      reasons={reasons}
    >
      {(props) => (
        <Row
          {...props}
          errors={Object.values(
            reasonsOfRow(
              { field: 'groups', rows: groups, sent: namedGroups },
              props.index,
              reasons,
            ),
          ).flat()}
        />
      )}
    </RowsField>
  )
}

function Row({
  row: group,
  index,
  errors,
  onChange,
  onRemove,
}: RowProps<GroupRow> & { errors: readonly string[] }) {
  const number = index + 1
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
