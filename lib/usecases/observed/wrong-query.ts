import { type Refusal, refusalOf } from '../refusal.ts'

/** The refusal of a question that makes no sense as a whole, by the name of what would have to be other. */
export function wrongQuery(name: string, reason: string): Refusal {
  return refusalOf('malformed', [{ path: ['query', name], code: `param_${name}`, reason }])
}
