export type CompletionField = {
  readonly id?: string
  /** The form field's name. */
  readonly name?: string
  readonly label: string
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string
}

/** What a field with suggestions has as one of a form, whether it suggests already or not. */
export function completionAttributes(field: CompletionField) {
  const { id, name, label, placeholder, isInvalid, describedBy } = field
  return {
    id,
    name,
    placeholder,
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    // Names and labels aren't prose.
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    className: 'font-mono text-xs',
  }
}
