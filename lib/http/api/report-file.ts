// The file of a carried report, as it is or as a form sends it: bounded before it is in memory.
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { requireType } from '#lib/http/bodies/media-type.ts'
import { ZIPPED_BYTES_MAX } from '#lib/http/bodies/report-body.ts'
import { readReportFile, type ReportFile } from '#lib/http/bodies/report-file.ts'
import { Refusal, refusalOf } from '#lib/usecases/refusal.ts'
import type { Sending } from './body.ts'
import { reportTooLarge } from './report-body.ts'

export const FILE_TYPES = ['application/octet-stream', 'multipart/form-data']
/** Besides the report: the two lines before it, and what a form adds. */
const FRAME_BYTES_MAX = 16 * 1024

export async function readSentFile(sending: Sending): Promise<ReportFile> {
  const { request, upload, denial } = sending
  if (denial !== null) throw denial
  const isForm = requireType(request, FILE_TYPES) === 'multipart/form-data'
  const bytesMax = ZIPPED_BYTES_MAX + FRAME_BYTES_MAX
  const chunks = await readChunks(request, bytesMax, upload).catch(reportTooLarge)
  const sent = Buffer.concat(chunks)
  const file = readReportFile(isForm ? await fileOfForm(request, sent) : sent)
  if (file.ok) return file.value
  throw refusalOf('malformed', file.issues)
}

/** The one file of a form. https://datatracker.ietf.org/doc/html/rfc7578 */
async function fileOfForm(
  { headers }: Request,
  sent: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const type = headers.get('content-type')!
  const form = await new Response(sent, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  if (file instanceof File) return new Uint8Array(await file.arrayBuffer())
  throw new Refusal('malformed', 'The form holds no file of the name "file".', {
    code: 'report_invalid',
  })
}
