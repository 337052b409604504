// Reads the browser build in `build/capture` by its manifest.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

export type Assets = {
  readonly style: string | undefined
  /** The same as text, for a page that comes with it. */
  readonly styleText: string
  /** Of the view of the camera. */
  readonly stageStyle: string | undefined
  /** By the name of the island. */
  readonly scripts: Readonly<Record<string, string | undefined>>
  /** Folder of models and of the library that reads them. */
  readonly face: string | undefined
  /** What that step loads. */
  readonly faceFiles: readonly string[]
  /** The bytes of all of them, and as they come over the line. */
  readonly faceBytes: { readonly whole: number; readonly sent: number }
  /** Undefined for a name that the build did not make. */
  read(name: string): Asset | undefined
}

export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** The same, compressed. */
  readonly gzip: Uint8Array<ArrayBuffer> | undefined
}

const folder = resolve(import.meta.dirname, '../../../build/capture')

const Manifest = z.record(z.string(), z.object({ file: z.string() }))
const Index = z.object({ face: z.string() })

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.bin': 'application/octet-stream',
  '.wasm': 'application/wasm',
}

/** Without a build the pages are plain forms, which work too. */
const noAssets: Assets = {
  style: undefined,
  styleText: '',
  stageStyle: undefined,
  scripts: {},
  face: undefined,
  faceFiles: [],
  faceBytes: { whole: 0, sent: 0 },
  read: () => undefined,
}

let known: Assets | undefined

/** Read once; what was not built yet is looked for again. */
export function loadAssets(): Assets {
  known ??= readAssets()
  return known ?? noAssets
}

function readAssets(): Assets | undefined {
  const manifest = parse(Manifest, 'manifest.json')
  const index = parse(Index, 'index.json')
  if (!manifest || !index) return undefined
  const fileOf = (source: string) => {
    const file = manifest[source]?.file
    return file === undefined ? undefined : `/assets/${file}`
  }
  const names = ['document', 'face', 'wait', 'handover', 'done', 'preload', 'aids']
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => relative(folder, join(one.parentPath, one.name))),
  )
  // Of the two builds of the library every browser of the last years takes this one.
  const faceFiles = [...files]
    .filter((name) => name.startsWith(`${index.face}/`) && !name.endsWith('.gz'))
    .filter((name) => !name.endsWith('tfjs-backend-wasm.wasm'))
  const kept = new Map<string, Asset>()
  return {
    style: fileOf('capture.css'),
    styleText: readStyle(manifest['capture.css']?.file),
    stageStyle: fileOf('stage.css'),
    scripts: Object.fromEntries(names.map((name) => [name, fileOf(`${name}.ts`)])),
    face: `/assets/${index.face}`,
    faceFiles: faceFiles.map((name) => `/assets/${name}`),
    faceBytes: {
      whole: sizeOf(faceFiles),
      sent: sizeOf(faceFiles.map((name) => (files.has(`${name}.gz`) ? `${name}.gz` : name))),
    },
    read(name) {
      const mediaType = mediaTypes[extname(name)]
      const isOwn = name === 'manifest.json' || name === 'index.json'
      if (mediaType === undefined || isOwn || !files.has(name)) return undefined
      const asset = kept.get(name) ?? {
        bytes: readBytes(name),
        gzip: files.has(`${name}.gz`) ? readBytes(`${name}.gz`) : undefined,
        mediaType,
      }
      kept.set(name, asset)
      return asset
    },
  }
}

const sizeOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

const readStyle = (name: string | undefined) =>
  name === undefined ? '' : readFileSync(join(folder, name), 'utf8').trim()

const readBytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)))

function parse<T>(schema: z.ZodType<T>, name: string): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    return undefined
  }
}
