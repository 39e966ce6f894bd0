// Receives a report that was carried from a site without a network: a file, signed on the site. Whoever carries it, it is the
// cluster's word, and it is taken in as any other.
import { readReportKeys } from '#db/queries/report-keys.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { livingKeys, type ReportKey } from '#lib/domain/observed/report-keys.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { type Context, defineRecord, notFound } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Session } from '../session.ts'
import { reportDigests } from './digest.ts'
import { readReportKeysUseCase } from './keys.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import { receiveReport } from './receive.ts'
import type { DigestedReport, ReceiveReportInput } from './received.ts'
import { signerOf } from './signature.ts'
import type { ReportAnswer } from './take-report.ts'

/** The parts of a file that tell whose word it is. */
export type CarriedFile = {
  readonly signature: Uint8Array
  readonly signed: Uint8Array
  /** Of which cluster it says that it is. */
  readonly cluster: string
}

/**
 * The key that signed a file. Refused: `not_this_cluster` for another cluster's file, `report_keys_none` where no key is taken,
 * `report_signature` for anything but what one of them signed.
 */
export async function requireSigned(
  services: Services,
  session: Session,
  { cluster, file }: ClusterName & { readonly file: CarriedFile },
): Promise<ReportKey> {
  const { carried } = await readReportKeysUseCase.invoke(services, session, { cluster })
  const keys = livingKeys(carried, services.clock())
  if (keys.length === 0) throw noKeys()
  if (file.cluster !== cluster) {
    throw new Refusal('forbidden', 'The file is the report of another cluster.', {
      code: 'not_this_cluster',
    })
  }
  const signer = await signerOf(file, keys)
  if (signer === null) throw notSigned()
  return signer
}

type CarriedReport = ReceiveReportInput & { readonly signer: ReportKey }
type DigestedCarried = DigestedReport & Pick<CarriedReport, 'signer'>

export const receiveCarriedUseCase = defineRecord<CarriedReport, ReportAnswer, DigestedCarried>({
  name: 'reports.carry',
  oneIn: 10,
  // Before the transaction: nobody computes with a connection in hand.
  parse: (input) => accepted({ ...input, digests: reportDigests(input.report) }),
  load: loadOwnReport,
  run: async (context, input) => {
    await requireStillTaken(context, input)
    return receiveReport(context, input)
  },
})

/** Since the signature was checked, an admin may have withdrawn the key. */
async function requireStillTaken(
  { scope, services, fleet }: Context,
  { cluster, signer }: DigestedCarried,
): Promise<void> {
  const found = findByName((await fleet()).clusters, cluster)
  if (found === null) throw notFound()
  const living = livingKeys(await readReportKeys(scope, found.id), services.clock())
  if (!living.some(({ publicKey }) => publicKey === signer.publicKey)) throw notSigned()
}

function noKeys(): Refusal {
  return new Refusal(
    'conflict',
    'No key of the cluster is registered whose signature would be taken. Register the public half of one first.',
    { code: 'report_keys_none' },
  )
}

function notSigned(): Refusal {
  return new Refusal(
    'invalid',
    'No registered key of the cluster signed this file, or it was changed since.',
    { code: 'report_signature' },
  )
}
