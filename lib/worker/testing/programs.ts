// Puts other programs in front of the machine's own while a test runs: a git that records its calls, and an ssh that
// reaches its host.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'
import { SELF_SIGNED } from '#lib/adapters/git/testing/self-signed.ts'

export type Programs = Awaited<ReturnType<typeof hidePrograms>>

/** Puts a directory of programs in front of PATH; `vi.unstubAllEnvs` removes it. */
export async function hidePrograms(directory: string) {
  const file = (name: string) => path.join(directory, name)
  await mkdir(file('bin'))
  vi.stubEnv('PATH', `${file('bin')}:${process.env['PATH']}`)

  /** A program in front of the real one of that name, which it finds in `$REAL`. */
  async function install(name: string, script: string): Promise<void> {
    const real = execFileSync('sh', ['-c', `command -v ${name} || echo none`])
      .toString()
      .trim()
    await writeFile(file(`bin/${name}`), `#!/bin/sh\nREAL=${real}\n${script}\n`)
    await chmod(file(`bin/${name}`), 0o755)
  }

  return {
    install,
    linesOf: async (name: string) => (await readFile(file(name), 'utf8')).trimEnd().split('\n'),
    /** The real git, which records its arguments and trusts the certificate of the test's server. */
    recordGit: async () => {
      await writeFile(file('certificate.pem'), SELF_SIGNED.cert)
      const record = `printf '%s\\n' "$*" >> '${file('git-calls')}'`
      const trust = `GIT_SSL_CAINFO='${file('certificate.pem')}'`
      await install('git', `${record}\n${trust} exec "$REAL" "$@"`)
    },
    /** Acts as ssh does after it has reached the host: it runs the command here, after `before`. */
    reachHost: (before = '') =>
      install(
        'ssh',
        `printf '%s\\n' "$*" >> '${file('ssh-calls')}'\n${before}\nfor command; do :; done\nexec sh -c "$command"`,
      ),
  }
}
