/** A pattern for `like` that finds a text anywhere and takes each of its characters literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
