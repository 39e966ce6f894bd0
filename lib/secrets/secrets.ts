// The secrets that an installation creates for itself, once. They are in the data directory, readable only by its user.
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const secretsFile = z.object({
  superuserPassword: z.string(),
  ownerPassword: z.string(),
  appPassword: z.string(),
  sessionSecret: z.string(),
  /** Base64 of 32 bytes; files of earlier versions have none. */
  encryptionKey: z.string().optional(),
})

type SecretsFile = z.output<typeof secretsFile>
export type Secrets = Required<SecretsFile>

/** The secrets of a data directory, created on the first call. */
export async function openSecrets(dataDirectory: string): Promise<Secrets> {
  const file = path.join(dataDirectory, 'secrets.json')
  await mkdir(dataDirectory, { recursive: true })
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await writeOnce(file, textOf(newSecrets()))
    return readFile(file, 'utf8')
  })
  await chmod(file, 0o600)
  const secrets = secretsFile.parse(JSON.parse(text))
  const { encryptionKey } = secrets
  return encryptionKey === undefined ? addKey(file, secrets) : { ...secrets, encryptionKey }
}

function newSecrets(): Secrets {
  return {
    superuserPassword: newSecret(),
    ownerPassword: newSecret(),
    appPassword: newSecret(),
    sessionSecret: newSecret(),
    encryptionKey: newKey(),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function newKey(): string {
  return randomBytes(32).toString('base64')
}

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`

/** A name that no other process or thread writes to. */
function draftOf(file: string): string {
  return `${file}.${randomBytes(8).toString('hex')}`
}

/** Writes the whole file or nothing; of two processes that start together, the first one's file stays. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = draftOf(file)
  await writeFile(draft, text, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}

/** The key is first written to a file of its own, so that processes that start together agree on one. */
async function addKey(file: string, secrets: SecretsFile): Promise<Secrets> {
  const keyFile = `${file}.key`
  await writeOnce(keyFile, `${newKey()}\n`)
  const encryptionKey = (await readFile(keyFile, 'utf8')).trim()
  const draft = draftOf(file)
  await writeFile(draft, textOf({ ...secrets, encryptionKey }), { mode: 0o600 })
  await rename(draft, file)
  return { ...secrets, encryptionKey }
}
