// Looks for secrets in any text, in every spelling that programs give to a text.

/** `name` is for people to read. */
export type Secret = { readonly name: string; readonly value: string | Uint8Array }

/** Shorter texts occur somewhere by chance. */
const CHARACTERS_MIN = 12

export type Spelling = { readonly secret: string; readonly text: string }

/** Each secret as it is, in hex, in base64 at any place of a longer text, in an address and in JSON. */
export function spellingsOf(secrets: readonly Secret[]): readonly Spelling[] {
  return secrets.flatMap(({ name, value }) => {
    const bytes = Buffer.from(value)
    const texts = typeof value === 'string' ? textSpellings(value) : [bytes.toString('latin1')]
    const hex = bytes.toString('hex')
    const all = new Set([...texts, hex, hex.toUpperCase(), ...base64Spellings(bytes)])
    return [...all].map((text) => {
      if (text.length < CHARACTERS_MIN) throw new Error(`${name} is too short to be looked for`)
      return { secret: name, text }
    })
  })
}

function textSpellings(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  const inForm = new URLSearchParams({ text }).toString().slice('text='.length)
  const inHtml = text.replace(/[&<>"']/g, (character) => HTML[character] ?? character)
  const inScript = inJson.replace(
    /[&<>]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const inJsonTwice = JSON.stringify(inJson).slice(1, -1)
  return [text, encodeURIComponent(text), inForm, inJson, inJsonTwice, inHtml, inScript]
}

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** The part of the base64 that doesn't depend on the bytes around, for each position in a group of three. */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const begin = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    const certain = encoded.slice(begin, end)
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** A place that text was found in, with its text. */
export type Found = { readonly place: string; readonly text: string }

/** One sentence for each secret in each place; it doesn't repeat the secret. */
export function hitsIn(found: readonly Found[], spellings: readonly Spelling[]): readonly string[] {
  const hits = found.flatMap(({ place, text }) =>
    spellings
      .filter((spelling) => text.includes(spelling.text))
      .map(({ secret }) => `${secret} stands in ${place}`),
  )
  return [...new Set(hits)]
}
