// What subscribers are told of.
export const EVENT_TYPES = ['alert.fired', 'alert.resolved', 'report.ready'] as const
type EventType = (typeof EVENT_TYPES)[number]

/** Something that happened, for one subscription. */
export type DeliveryEvent = {
  /** Whose it is: a team's, or the platform's (null). */
  readonly subscription: { readonly name: string; readonly team: string | null }
  readonly type: EventType
  /** A sentence for people. */
  readonly subject: string
  /** For programs, a few kilobytes at most. */
  readonly data: Readonly<Record<string, unknown>>
  /** Of events of a subscription with the same one, only the first is sent; 200 characters at most. */
  readonly dedupe: string
}
