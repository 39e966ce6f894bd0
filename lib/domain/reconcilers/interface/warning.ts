/** What a person should know before an edit that is allowed; the code is stable. */
export type Warning = { readonly code: string; readonly message: string }
