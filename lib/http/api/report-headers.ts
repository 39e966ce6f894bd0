// What a cluster says of its report in headers, where the report itself doesn't.
import { rfc3339 } from '#lib/domain/text/instant.ts'
import { Refusal } from '#lib/usecases/refusal.ts'

export type ReportHeaders = {
  /** When the cluster was looked at, by its own clock. */
  readonly observedAt: Date | null
  /** When the report was sent, by the same clock. */
  readonly sentAt: Date | null
  /** What the sender calls this report. */
  readonly reportDigest: string | null
}

/** 400 for an instant or a digest that isn't one. What is no `Date` may be anybody's between the cluster and us: ignored. */
export function readReportHeaders({ headers }: Pick<Request, 'headers'>): ReportHeaders {
  return {
    observedAt: readObservedAt(headers.get('berth-observed-at')),
    sentAt: readDate(headers.get('date')),
    reportDigest: readDigest(headers.get('berth-report-digest')),
  }
}

function readObservedAt(header: string | null): Date | null {
  if (header === null) return null
  const at = rfc3339(header)
  if (at !== null) return at
  throw new Refusal(
    'malformed',
    'Berth-Observed-At is not an instant such as 2026-03-01T12:00:00Z.',
    {
      code: 'header_berth_observed_at',
    },
  )
}

/** Such as `Sun, 06 Nov 1994 08:49:37 GMT`. https://datatracker.ietf.org/doc/html/rfc9110#section-5.6.7 */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function readDate(header: string | null): Date | null {
  const at = new Date(HTTP_DATE.test(header ?? '') ? header! : Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

/** As in the body that says that nothing changed. */
const DIGEST_CHARACTERS_MAX = 128

function readDigest(header: string | null): string | null {
  if (header === null) return null
  if (/^[\x21-\x7e]+$/.test(header) && header.length <= DIGEST_CHARACTERS_MAX) return header
  throw new Refusal(
    'malformed',
    `Berth-Report-Digest must be 1 to ${DIGEST_CHARACTERS_MAX} visible ASCII characters.`,
    { code: 'header_berth_report_digest' },
  )
}
