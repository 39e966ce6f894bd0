// JSON pointers: https://www.rfc-editor.org/rfc/rfc6901

/** The pointer of a path from the root: `['a', 'b/c', 0]` is `/a/b~1c/0`, and the root is an empty text. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The steps of a pointer, or null if the text is none. Indexes of lists stay texts. */
export function pathOfPointer(pointer: string): readonly string[] | null {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
