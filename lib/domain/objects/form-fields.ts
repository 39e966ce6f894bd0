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

/** Of objects that hold in hours of the week, instead of all the time. */
export const weeklyFields = [
  {
    field: 'weekly',
    label: 'Each week',
    hint: 'Only in these hours. Until a time that isn’t later than its beginning means the next day.',
    control: 'hours',
  },
  {
    field: 'time_zone',
    label: 'Time zone of these hours',
    hint: 'As in the IANA database.',
    word: 'time zone',
    control: 'text',
    mono: true,
    initial: 'UTC',
    placeholder: 'Europe/Berlin',
  },
] as const
