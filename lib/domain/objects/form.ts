// What a kind's form says of its fields: a label, what to know about it, and by which control it is edited. How a control
// draws a field, and reads and writes its JSON, is the portal's.

type About = {
  /** As the kind's JSON calls it. */
  readonly field: string
  readonly label: string
  readonly hint?: string
  /** In a sentence; absent: the label in lower case. */
  readonly word?: string
}

type Choice = { readonly value: string; readonly title: string; readonly text: string }

type Control =
  /** The object's own, which is chosen once. */
  | { readonly control: 'name'; readonly placeholder: string }
  /** The team that it belongs to, or perhaps the platform. */
  | { readonly control: 'owner'; readonly platformHint?: string; readonly placeholder: string }
  | {
      readonly control: 'text'
      readonly mono?: true
      readonly placeholder?: string
      /** What a new one has. */
      readonly initial?: string
      /** What is said while it is empty; absent: it may be. */
      readonly missing?: string
      /** Whether nothing is sent of an empty one. */
      readonly isOptional?: true
    }
  /** Several texts, a line each. */
  | { readonly control: 'lines'; readonly placeholder: string }
  /** The first is what a new one has. */
  | { readonly control: 'choice'; readonly choices: readonly Choice[] }
  | { readonly control: 'switch'; readonly hint: string }
  /** `derived`: the fields that are labels, too. */
  | { readonly control: 'labels'; readonly hint: string; readonly derived: readonly string[] }
  /** Keys and values that are no labels; without any, nothing is sent. */
  | { readonly control: 'entries'; readonly hint: string; readonly noun: string }
  /** Among the objects of a kind with labels, which it names. */
  | SelectorControl<'selector'>
  /** A selector that there need not be; without one all are meant. */
  | (SelectorControl<'limit'> & { readonly ask: { readonly label: string; readonly text: string } })
  /** Groups of the identity provider, each with what its members are. */
  | { readonly control: 'groups' }

type SelectorControl<C extends string> = {
  readonly control: C
  readonly of: string
  readonly hint: string
  /** What is said while it is empty. */
  readonly missing: string
}

export type FormField = About & Control

/** A form's fields in order, some of them beside each other. */
export type FormLayout = readonly (FormField | readonly FormField[])[]
