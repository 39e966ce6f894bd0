import type { FieldReasons } from '#components/api.ts'
import { TextField } from './text-field.tsx'

/** A field of a part of what is sent, which shows what is wrong at its path and within it. */
export function PathField({
  path,
  reasons,
  ...text
}: Omit<Parameters<typeof TextField>[0], 'id'> & { path: string }) {
  return <TextField {...text} id={path} mono rows={2} reasons={reasonsAt(reasons, path)} />
}

export function reasonsAt(reasons: FieldReasons, path: string): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).filter(([each]) => each === path || each.startsWith(`${path}.`)),
  )
}
