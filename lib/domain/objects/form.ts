// What a kind's form says of each field: its label, a hint, and the control that edits it. How a control is drawn, and how it
// reads and writes JSON, is up to the portal.

type About = {
  /** Its name in the kind's JSON; `settings.namespace` is in the object `settings` of it. */
  readonly field: string
  readonly label: string
  readonly hint?: string
  /** In a sentence; absent: the label in lower case. */
  readonly word?: string
  /**
   * The choices of other fields with which it is asked for; with others it isn't sent. Of a field that isn't asked for itself any
   * choice will do. Absent: always.
   */
  readonly onlyWith?: Readonly<Record<string, readonly string[]>>
}

type Choice = { readonly value: string; readonly title: string; readonly text: string }

type Control =
  /** The object's name, which no edit changes. */
  | { readonly control: 'name'; readonly placeholder: string }
  /** The team that owns it, or the platform where the kind allows that. */
  | { readonly control: 'owner'; readonly platformHint?: string; readonly placeholder: string }
  | {
      readonly control: 'text'
      readonly mono?: true
      readonly placeholder?: string
      /** Another placeholder with a choice of another field. */
      readonly placeholderWith?: {
        readonly field: string
        readonly choices: Readonly<Record<string, string>>
      }
      /** The text of a new object. */
      readonly initial?: string
      /** The message while it is empty; absent: it may be empty. */
      readonly missing?: string
      /** A field that may be filled in instead, where it is asked for. */
      readonly unless?: string
      /** Whether an empty text isn't sent. */
      readonly isOptional?: true
      /** What an empty text means; absent: nothing. */
      readonly empty?: string
    }
  /** A number from 0 on. */
  | {
      readonly control: 'count'
      /** That of a new object; null: none. */
      readonly initial: number | null
      /** Whether there may be none, which isn't sent. */
      readonly isOptional?: true
    }
  /** Several texts, a line each. */
  | {
      readonly control: 'lines'
      readonly placeholder: string
      /** Whether a new object of somebody who writes for teams alone begins with the first of them. */
      readonly isOfTeam?: true
    }
  /** The same, or `*` alone for all there are. */
  | {
      readonly control: 'all-or-lines'
      readonly placeholder: string
      /** The message while it is empty. */
      readonly missing: string
    }
  /** A new object has the first. */
  | { readonly control: 'choice'; readonly choices: readonly Choice[] }
  /** Any of them; a new object has all. */
  | {
      readonly control: 'choices'
      readonly choices: readonly Choice[]
      /** The message while none is chosen. */
      readonly missing: string
    }
  | {
      readonly control: 'switch'
      readonly hint: string
      /** Whether that of a new object is on. */
      readonly initial?: true
    }
  /** `derived`: the fields that are also labels. */
  | { readonly control: 'labels'; readonly hint: string; readonly derived: readonly string[] }
  /** Keys and values that aren't labels; if there are none, nothing is sent. */
  | { readonly control: 'entries'; readonly hint: string; readonly noun: string }
  /** A selector of the objects of a kind with labels. */
  | SelectorControl<'selector'>
  /** An optional selector; without one all are meant. */
  | (SelectorControl<'limit'> & { readonly ask: { readonly label: string; readonly text: string } })
  /** A secret, which can be set, replaced and removed, but not read. */
  | { readonly control: 'secret' }
  /** Groups of the identity provider, an id a line. */
  | { readonly control: 'group-ids'; readonly hint: string }
  /** Groups of the identity provider, each with the role of its members. */
  | { readonly control: 'groups' }
  /** At least one of them. */
  | {
      readonly control: 'several'
      readonly choices: readonly Omit<Choice, 'text'>[]
      /** The message while none is chosen. */
      readonly missing: string
    }
  /** An instant that there may be; `isEnd`: a day means its end. */
  | { readonly control: 'instant'; readonly isEnd: boolean }
  /** Hours of the week. */
  | { readonly control: 'hours' }
  /** Hours of the week by the clocks of a place; none: always, and nothing is sent. */
  | { readonly control: 'open-hours' }
  /** The waves of an environment. */
  | { readonly control: 'waves' }
  /** The name of a target that applications have; if there is none, nothing is sent. */
  | { readonly control: 'target'; readonly placeholder: string }
  /** The targets of an application. */
  | { readonly control: 'targets' }
  /** How some clusters are picked; without it all are meant. `ask` turns it on. */
  | { readonly control: 'pick'; readonly ask: { readonly label: string; readonly text: string } }
  /** The name of a cluster type; if there is none, nothing is sent. */
  | { readonly control: 'cluster-type' }
  /** What a cluster has instead of a setting of its type, which is named as in the type's form; if there is nothing, nothing is sent. */
  | { readonly control: 'override'; readonly setting: string }
  /** The name of a scheduler; if there is none, nothing is sent. */
  | { readonly control: 'scheduler'; readonly placeholder: string }
  /** What an application needs. */
  | { readonly control: 'dependencies' }
  /** What is asked of the list that another field names, as the address of the list has it. */
  | { readonly control: 'question'; readonly placeholder: string }
  /** What is asked of a source of metrics, by metric. */
  | { readonly control: 'queries' }
  /** What lies at the source of an application, and how a directory in Git becomes manifests. A new object has the first. */
  | { readonly control: 'source'; readonly choices: readonly Choice[] }
  /** Values, as YAML; if there are none, nothing is sent. */
  | {
      readonly control: 'values'
      readonly hint: string
      readonly placeholder: string
      /** Whether they are sent anyway, and what the object is about. */
      readonly isRequired?: true
    }

type SelectorControl<C extends string> = {
  readonly control: C
  readonly of: string
  readonly hint: string
  /** The message while it is empty. */
  readonly missing: string
}

export type FormField = About & Control

/** A form's fields in order, those of an inner list side by side. */
export type FormLayout = readonly (FormField | readonly FormField[])[]
