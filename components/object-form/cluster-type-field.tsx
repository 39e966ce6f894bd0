'use client'

import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import { typeNameOf, useClusterTypes } from './cluster-types.ts'
import type { FormFieldProps } from './form-field.tsx'
import { SelectField } from './select-field.tsx'

/** The type of a cluster, among those that there are. */
export function ClusterTypeField({
  value,
  onChange,
  hint,
  ...field
}: FormFieldProps & { value: string; onChange: (value: string) => void }) {
  const types = useClusterTypes()
  const chosen = types?.find(({ name }) => name === typeNameOf(value))
  // One that was typed elsewhere, or isn't there any more, stays what is chosen.
  const names = new Set([
    ...(types ?? []).map(({ name }) => name),
    ...(value === '' ? [] : [value]),
  ])
  return (
    <SelectField
      {...field}
      hint={
        chosen?.description ? (
          <>
            {chosen.description}. {hint}
          </>
        ) : (
          hint
        )
      }
      value={value}
      choices={[
        ['', `None: as ${DEFAULT_TYPE_NAME} says`],
        ...[...names].map((name) => [name, name] as const),
      ]}
      onChange={onChange}
    />
  )
}
