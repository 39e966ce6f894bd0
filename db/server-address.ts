// Where a database server answers: libpq's addresses may name the folder of a Unix socket, which postgres.js doesn't read.
import { join } from 'node:path'

const DEFAULT_PORT = '5432'

/** What postgres.js is opened with. */
type ServerAddress = { readonly address: string; readonly socket: { path?: string } }

/** https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-CONNSTRING-URIS: `?host=/folder`, with the port in the file's name. */
export function readServerAddress(url: string): ServerAddress {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  if (folder?.startsWith('/') !== true) return { address: url, socket: {} }
  address.searchParams.delete('host')
  const path = join(folder, socketName(address.port || DEFAULT_PORT))
  return { address: address.href, socket: { path } }
}

/** The same address, by the socket in a folder; null: there is none. */
export function withSocket(url: string, folder: string | null): string {
  return folder === null ? url : `${url}?host=${encodeURIComponent(folder)}`
}

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/libpq/pqcomm.h: UNIXSOCK_PATH */
export function socketName(port: string | number): string {
  return `.s.PGSQL.${port}`
}
