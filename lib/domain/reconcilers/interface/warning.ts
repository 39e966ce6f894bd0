/** What a person should hear before an edit, though it is allowed; the code is stable. */
export type Warning = { readonly code: string; readonly message: string }
