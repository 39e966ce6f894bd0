// The secrets that an installation makes for itself, once: they stand in the data directory, readable by its user alone.
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const secretsFile = z.object({
  superuserPassword: z.string(),
  ownerPassword: z.string(),
  appPassword: z.string(),
  sessionSecret: z.string(),
})

export type Secrets = z.output<typeof secretsFile>

/** The secrets of a data directory, made on the first call. */
export async function openSecrets(dataDirectory: string): Promise<Secrets> {
  const file = path.join(dataDirectory, 'secrets.json')
  await mkdir(dataDirectory, { recursive: true })
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await writeOnce(file, JSON.stringify(newSecrets(), null, 2))
    return readFile(file, 'utf8')
  })
  await chmod(file, 0o600)
  return secretsFile.parse(JSON.parse(text))
}

function newSecrets(): Secrets {
  return {
    superuserPassword: newSecret(),
    ownerPassword: newSecret(),
    appPassword: newSecret(),
    sessionSecret: newSecret(),
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Writes the whole file or nothing; of two processes that start together, the first one's stays. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${text}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}
