// Reads the build of the console (tools/build-console.mjs) by its manifest.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { z } from 'zod'

export type ConsoleFiles = {
  /** The addresses of the files that the document loads at once. */
  readonly script: string
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  /** Undefined for a name that is not part of the build. */
  read(name: string): ConsoleFile | undefined
}

type Bytes = Uint8Array<ArrayBuffer>
export type ConsoleFile = {
  readonly bytes: Bytes
  readonly gzip: Bytes | undefined
  readonly brotli: Bytes | undefined
  readonly mediaType: string
  /** The entity tag of the content, without its quotes. */
  readonly tag: string
}

const folder = resolve(import.meta.dirname, '../../build/console')
const base = '/console/assets/'

const Chunk = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

let known: ConsoleFiles | undefined

/** Reads the build once; undefined if there is none, and then the next call looks again. */
export function loadConsole(): ConsoleFiles | undefined {
  known ??= readBuild()
  return known
}

function readBuild(): ConsoleFiles | undefined {
  const manifest = readManifest()
  const entry = manifest?.['main.tsx']
  if (!manifest || !entry) return undefined
  const names = new Set(readdirSync(folder))
  const chunks = entry.imports.flatMap((name) => manifest[name] ?? [])
  const kept = new Map<string, ConsoleFile>()
  const bytesOf = (name: string) =>
    names.has(name) ? new Uint8Array(readFileSync(join(folder, name))) : undefined
  return {
    script: base + entry.file,
    styles: [...chunks, entry].flatMap(({ css }) => css.map((name) => base + name)),
    preloads: chunks.map(({ file }) => base + file),
    read(name) {
      const mediaType = mediaTypes[extname(name)]
      const file = kept.get(name)
      if (file || mediaType === undefined) return file
      const bytes = bytesOf(name)
      if (!bytes) return undefined
      const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 20)
      const made = { bytes, mediaType, tag, gzip: bytesOf(`${name}.gz`), brotli: bytesOf(`${name}.br`) } // prettier-ignore
      kept.set(name, made)
      return made
    },
  }
}

function readManifest(): z.output<typeof Manifest> | undefined {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  } catch {
    return undefined
  }
}
