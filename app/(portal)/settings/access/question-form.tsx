import { AddressForm } from '#components/navigation/address-form.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { errorId, Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AskedAccess } from '#lib/http/portal/access-page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ListedPerson } from '#lib/usecases/access/people.ts'

/** Asks through the page's address, so that an answer can be shared as a link. */
export function QuestionForm({
  people,
  asked,
  wrong,
}: {
  people: readonly ListedPerson[]
  asked: AskedAccess
  wrong: string | null
}) {
  const isAsked = asked.person !== '' || asked.group !== '' || asked.role !== ''
  const described = { 'aria-describedby': wrong === null ? undefined : errorId('asked-person') }
  return (
    <AddressForm
      action={pagePaths.accessSettings}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)_auto]"
    >
      <Field id="asked-person" label="A person who has signed in" error={wrong}>
        <Select
          key={asked.person}
          id="asked-person"
          name="person"
          defaultValue={asked.person}
          aria-invalid={wrong !== null}
          {...described}
        >
          <option value="">
            {people.length === 0 ? 'Nobody has yet' : 'Nobody in particular'}
          </option>
          {people.map(({ subject, name, email }) => (
            <option key={subject} value={subject}>
              {email === null ? name : `${name} (${email})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="asked-group" label="Or whoever has these groups">
        <AskedInput name="group" value={asked.group} placeholder="Ids, with ; between" />
      </Field>
      <Field id="asked-role" label="And these app roles">
        <AskedInput name="role" value={asked.role} placeholder="Values" />
      </Field>
      <div className="flex gap-2 lg:pt-5">
        <Button type="submit" look="primary">
          Show
        </Button>
        {isAsked && (
          <Link href={pagePaths.accessSettings} className={buttonClass('quiet')}>
            Clear
          </Link>
        )}
      </div>
    </AddressForm>
  )
}

function AskedInput({
  name,
  value,
  placeholder,
}: {
  name: string
  value: string
  placeholder: string
}) {
  return (
    <Input
      key={value}
      id={`asked-${name}`}
      name={name}
      defaultValue={value}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className="font-mono text-xs"
    />
  )
}
