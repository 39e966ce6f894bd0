import { Search } from 'lucide-react'
import { AddressForm } from '#components/navigation/address-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import { type View, viewQuery } from './view.ts'

/** Finds applications by name; the rest of the page stays as it is. */
export function VersionSearch({ view }: { view: View }) {
  return (
    <AddressForm action={`${pagePaths.overview}#versions`} className="flex items-end gap-2">
      {Object.entries(viewQuery({ ...view, search: null })).map(
        ([name, value]) =>
          value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {view.team === null && <input type="hidden" name="screen" value="fleet" />}
      <Field id="version-search" label="Application" className="w-44">
        <Input
          key={view.search}
          id="version-search"
          name="q"
          type="search"
          placeholder="Part of a name"
          defaultValue={view.search ?? ''}
        />
      </Field>
      <Button type="submit">
        <Search aria-hidden className="size-3.5" />
        Find
      </Button>
    </AddressForm>
  )
}
