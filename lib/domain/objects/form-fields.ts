// Fields that the forms of several kinds have. Each kind adds what it alone says of them.

export const nameField = {
  field: 'name',
  label: 'Name',
  hint: 'Lower-case letters, digits, - and _.',
  control: 'name',
} as const

/** Of objects that either a team or the platform owns. */
export const ownerField = {
  field: 'namespace',
  label: 'Owner',
  control: 'owner',
  placeholder: 'Search for a team',
} as const

export const descriptionField = {
  field: 'description',
  label: 'Description',
  control: 'text',
} as const
