// Serves static pages without personal data: their scripts read the API with the reader’s credential.
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { z } from 'zod'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { type ShellPage, writeShellPage } from './shell-page.ts'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export type Files = {
  /** The address of the page, such as `/sandbox`; its files are below it. */
  readonly path: `/${string}`
  readonly folder: string
  /** The page itself; without it only the files are served. */
  readonly page?: ShellPage
  readonly files: readonly string[]
  readonly tag: string
  /** Whether the page shows pictures that its scripts fetch. */
  readonly hasPictures?: boolean
}

/** The routes of the page and of its files, all without a credential. */
export function serveFiles({
  path,
  folder,
  page,
  files,
  tag,
  hasPictures = false,
}: Files): Mounted[] {
  const headers = headersOf(hasPictures)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  /** `name` is part of the operation id. */
  const serve = (address: `/${string}`, name: string, make: () => Promise<string>) => {
    const mediaType = mediaTypes[extname(name)] ?? ''
    const route = defineRoute({
      method: 'get',
      paths: [address],
      operationId: `read${path}-${name}`,
      summary: 'A page, or a file that it loads',
      tag,
      auth: 'none',
      hidden: true,
      request: {},
      responses: { 200: { description: 'The file', body: z.string(), mediaType } },
      problems: [],
    })
    return mount(route, async () => reply(200, await make(), headers))
  }
  const write = async ({ view, ...shell }: ShellPage) =>
    writeShellPage(shell, view === undefined ? undefined : await read(view))
  return [
    ...(page === undefined ? [] : [serve(path, `${path.slice(1)}.html`, () => write(page))]),
    ...files.map((file) => serve(`${path}/${file}`, basename(file), () => read(file))),
  ]
}

/** The policy allows only our own scripts and requests to this service; scripts cannot write markup from a string. */
const headersOf = (hasPictures: boolean) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${hasPictures ? ' blob:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
})
