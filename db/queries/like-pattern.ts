/** The pattern of `like` that finds a text anywhere, and means each of its characters as it stands. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}
