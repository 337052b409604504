// What of `atesta-client` is used here, as its build gives it; its own types exist only once it is built.
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { HeardLine } from './heard.ts'

type Call = (path: string, options?: object) => Promise<{ data?: unknown }>
export type Atesta = { readonly GET: Call; readonly POST: Call }

export type ClientPackage = {
  readonly createAtesta: (options: {
    readonly baseUrl: string
    readonly credential: () => Promise<string>
    readonly retries: number
    readonly maxWaitMs: number
  }) => Atesta
  readonly followEvents: (atesta: Atesta, options: object) => AsyncGenerator<HeardLine>
}

const folder = resolve(import.meta.dirname, '../../../clients/atesta-client')

/** Of the document of a service that runs; resolves to its entry. */
export async function buildClient(url: string): Promise<string> {
  const build = [join(folder, 'build.mjs'), `${url}/openapi.json`]
  await promisify(execFile)(process.execPath, build)
  return join(folder, 'dist/index.js')
}
