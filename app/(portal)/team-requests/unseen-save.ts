import type { SaveRequest } from '#lib/schemas/save-request.ts'

/** A save that has no impact to be seen first, and nothing to be confirmed. */
export const unseenSave: SaveRequest = {
  ref: null,
  body: null,
  etag: null,
  impact: '',
  confirmRemovals: null,
  confirmChanges: null,
  reason: '',
  freeName: false,
}
