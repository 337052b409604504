// Thirteen styles of vendor API, each as a vendor file with a small server of that style.
import { readdirSync, readFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { close, listen } from '#test/support/servers/listen.ts'
import { openCheckAccount } from './check-harness.ts'

const folder = join(import.meta.dirname, 'manners')

export const mannerNames = readdirSync(folder).map((name) => name.replace('.yaml', ''))

export type VendorRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** A string is sent as it is, any other body as JSON. */
export type VendorAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
type Changed = { readonly change?: (text: string) => string; readonly timeoutMs?: number }

export async function openManner(
  name: string,
  secrets: Readonly<Record<string, string>>,
  answer: (asked: VendorRequest) => VendorAnswer | Promise<VendorAnswer>,
  { change = (text) => text, timeoutMs = 5_000 }: Changed = {},
): Promise<{ account: CheckAccount; asked: VendorRequest[] } & AsyncDisposable> {
  const asked: VendorRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const headers = Object.entries(request.headers).map(([key, value]) => [key, String(value)])
      const one: VendorRequest = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://vendor'),
        headers: Object.fromEntries(headers),
        body: Buffer.concat(chunks).toString(),
        bytes: Uint8Array.from(Buffer.concat(chunks)),
      }
      asked.push(one)
      const { status = 200, headers: own = {}, body } = await answer(one)
      response.writeHead(status, own).end(typeof body === 'string' ? body : JSON.stringify(body))
    })()
  })
  const host = `127.0.0.1:${await listen(server)}`
  const own = mkdtempSync(join(tmpdir(), 'atesta-manner-'))
  const text = readFileSync(join(folder, `${name}.yaml`), 'utf8')
  writeFileSync(join(own, 'vendor.yaml'), change(text.replaceAll('BASE_URL', `http://${host}`)))
  const config = { vendor: 'http', file: 'vendor.yaml', secrets, timeoutMs }
  return {
    account: openCheckAccount(config, { privateHosts: [host], folder: own }),
    asked,
    async [Symbol.asyncDispose]() {
      await close(server)
    },
  }
}
