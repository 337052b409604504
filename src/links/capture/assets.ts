// Reads the browser build in `build/capture` by its manifest.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

export type Assets = {
  readonly style: string | undefined
  /** The style sheet as text, for pages that embed it. */
  readonly styleText: string
  /** The style sheet of the camera view. */
  readonly stageStyle: string | undefined
  /** The scripts by the name of their island. */
  readonly scripts: Readonly<Record<string, string | undefined>>
  /** The folder of the face models and their library. */
  readonly face: string | undefined
  /** The files that the face step loads. */
  readonly faceFiles: readonly string[]
  /** The total size of these files, uncompressed and as transferred. */
  readonly faceBytes: { readonly whole: number; readonly sent: number }
  /** Undefined for a name that is not part of the build. */
  read(name: string): Asset | undefined
}

export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** The content compressed with gzip. */
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

/** The build is read once; a missing one is looked for again. */
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
  // The library comes in two WebAssembly builds, and every browser of recent years takes this one.
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
