// What going back to an earlier time makes of an application. Berth names a branch, and not its commits, so an application
// that follows a branch, a range of versions or a tag can have been something else with the same fields.
import { type Application, applicationCodec } from './application.ts'
import { isFixed } from './revision.ts'

export type Past = {
  /** As it was then. */
  readonly was: Application
  /** The commit that most clusters ran then, and the one that most run now; null: none told. */
  readonly ranThen: string | null
  readonly runsNow: string | null
  /** The branch that it followed until a roll back pinned it; null: none pinned it. */
  readonly pinnedFrom: string | null
}

export type GoingBack =
  | {
      readonly kind: 'back'
      readonly after: Application
      /** The commit to which it is pinned, and the branch that it follows no more; null: it is as it was. */
      readonly pin: { readonly commit: string; readonly follows: string } | null
    }
  /** It is as it was; or it isn't known what it was. */
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown' }

/**
 * | fields, with the branch that it followed instead of a pin | commit of that time            |                            |
 * |-----------------------------------------------------------|--------------------------------|----------------------------|
 * | others                                                    |                                | they become what they were |
 * | the same, and name a commit                               |                                | `same`                     |
 * | the same                                                  | none told                      | `unknown`                  |
 * | the same                                                  | the one that it runs           | `same`                     |
 * | the same                                                  | another                        | it is pinned to that       |
 */
export function goBack(
  current: Application,
  { was, ranThen, runsNow, pinnedFrom }: Past,
): GoingBack {
  const follows = pinnedFrom ?? current.repoBranch
  const unpinned = { ...current, repoBranch: follows }
  if (!hasSameFields(unpinned, was)) return { kind: 'back', after: was, pin: null }
  if (isFixed(unpinned)) return { kind: 'same' }
  if (ranThen === null) return { kind: 'unknown' }
  const running = pinnedFrom === null ? runsNow : current.repoBranch
  if (ranThen === running) return { kind: 'same' }
  const after = { ...current, repoBranch: ranThen }
  return { kind: 'back', after, pin: { commit: ranThen, follows } }
}

function hasSameFields(a: Application, b: Application): boolean {
  return JSON.stringify(applicationCodec.encode(a)) === JSON.stringify(applicationCodec.encode(b))
}
