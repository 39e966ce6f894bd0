// Commits as bytes. The same fields give the same bytes and so the same id: a publication that is repeated after a crash
// makes the same commit again.

export type Signature = {
  readonly name: string
  readonly email: string
  /** Whole seconds since 1970. */
  readonly epochSeconds: number
}

export type Commit = {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export type Trailer = readonly [key: string, value: string]

/** The bytes of a commit, in UTC. Characters that would end a field are removed from names and addresses. */
export function encodeCommit(commit: Commit): Uint8Array {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signatureText(commit.author)}`,
    `committer ${signatureText(commit.committer)}`,
  ]
  return new TextEncoder().encode(`${lines.join('\n')}\n\n${commit.message}`)
}

/** What Berth reads of a commit, foreign ones included. Throws when the bytes hold no tree, author or committer. */
export function decodeCommit(bytes: Uint8Array): Commit {
  const text = new TextDecoder().decode(bytes)
  const end = text.indexOf('\n\n')
  const header = end < 0 ? text : text.slice(0, end)
  const fields = header.split('\n').map((line) => {
    const space = line.indexOf(' ')
    return { key: line.slice(0, space), value: line.slice(space + 1) }
  })
  const valuesOf = (key: string) =>
    fields.filter((field) => field.key === key).map(({ value }) => value)
  const [tree] = valuesOf('tree')
  const [author] = valuesOf('author')
  const [committer] = valuesOf('committer')
  if (tree === undefined || author === undefined || committer === undefined) {
    throw new Error('A commit lacks its tree, author or committer')
  }
  return {
    tree,
    parents: valuesOf('parent'),
    author: readSignature(author),
    committer: readSignature(committer),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

/**
 * A commit message: subject, body, trailers. Subject and body may contain what people typed: each line is put on one line
 * without control characters, so that none can pass for a trailer; trailers are alone in the last paragraph. They consist
 * of ids; throws when a value contains anything but printable ASCII without spaces.
 * https://git-scm.com/docs/git-interpret-trailers
 */
export function commitMessage(message: {
  readonly subject: string
  readonly body: readonly string[]
  readonly trailers: readonly [Trailer, ...Trailer[]]
}): string {
  const body = message.body.map(typedLine).filter((line) => line !== '')
  const trailers = message.trailers.map(([key, value]) => {
    if (!/^[A-Z][A-Za-z-]*$/.test(key) || !/^[\x21-\x7e]+$/.test(value)) {
      throw new Error(`Not a trailer: ${JSON.stringify([key, value])}`)
    }
    return `${key}: ${value}`
  })
  const paragraphs = [[typedLine(message.subject) || 'Publish'], body, trailers]
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The trailers of a message made by `commitMessage`, in order; none when its last paragraph isn't one of trailers. */
export function readTrailers(message: string): Trailer[] {
  const paragraphs = message.trimEnd().split('\n\n')
  const last = paragraphs.length < 2 ? '' : (paragraphs.at(-1) ?? '')
  const trailers = last.split('\n').map((line): Trailer | null => {
    const parts = /^([A-Z][A-Za-z-]*): ([\x21-\x7e]+)$/.exec(line)
    return parts === null ? null : [parts[1] ?? '', parts[2] ?? '']
  })
  return trailers.every((trailer) => trailer !== null) ? trailers : []
}

/** One line of typed text. Git's tools cut a message at a line that begins with `---`. */
function typedLine(text: string): string {
  return singleLine(text).replace(/^---/, '- --')
}

function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

function signatureText({ name, email, epochSeconds }: Signature): string {
  return `${fieldText(name, 'unknown')} <${fieldText(email, 'unknown').replaceAll(' ', '')}> ${epochSeconds} +0000`
}

/** Cleaned as git does it with names: no angle brackets, and no punctuation at either end. */
function fieldText(text: string, fallback: string): string {
  const edge = '[ .,:;"\'\\\\]+'
  const cleaned = singleLine(text.replace(/[<>]/g, ' ')).replace(
    new RegExp(`^${edge}|${edge}$`, 'g'),
    '',
  )
  return cleaned === '' ? fallback : cleaned
}

function readSignature(text: string): Signature {
  const parts = /^(.*?) ?<([^>]*)> (-?\d+) [+-]\d+$/.exec(text)
  return {
    name: parts?.[1] ?? text,
    email: parts?.[2] ?? '',
    epochSeconds: Number(parts?.[3] ?? 0),
  }
}
