import { countBits, uniteAll } from '#lib/domain/sets/bits.ts'
import { applicationOf, type Impact } from './impact.ts'

/** An application that is told something else afterwards, where it stays placed. */
export type RetoldApplication = {
  readonly namespace: string
  readonly application: string
  /** How many documents it is told then; none at all counts as one. */
  readonly classes: number
  readonly clusters: number
}

/** The applications that an edit has told something else on clusters where they stay placed, by namespace, then by name. */
export function retoldApplications({ applications }: Impact): readonly RetoldApplication[] {
  return applications.flatMap((each) => {
    if (each.retold.length === 0) return []
    const { team, name } = applicationOf(each)
    const clusters = countBits(uniteAll(each.retold))
    return [{ namespace: team, application: name, classes: each.retold.length, clusters }]
  })
}
