// Compiles a strict use of the package as TypeScript does under each way of finding packages, and says what is wrong.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import ts from 'typescript'

const use = `
import { CaptureError, finishRedirect, openVerification, startRedirect } from 'atesta-capture'
import type { CaptureErrorCode, VerificationEvent, VerificationResult } from 'atesta-capture'
import { captureFaces } from 'atesta-capture/faces'

export async function verify(link: string, signal: AbortSignal): Promise<VerificationResult['status']> {
  const onEvent = (event: VerificationEvent): void => {
    if (event.type === 'step') console.log(event.step, event.number ?? 0)
  }
  const { status } = await openVerification({ link, mode: 'popup', signal, onEvent })
  return status
}
export const isBlocked = (error: unknown): boolean =>
  error instanceof CaptureError && error.code === ('popup-blocked' satisfies CaptureErrorCode)
export const go = (link: string, state: string): void => startRedirect({ link, state })
export const back = finishRedirect()?.status === 'COMPLETED'
export const faces = (video: HTMLVideoElement): Promise<readonly Blob[]> =>
  captureFaces({ nonce: 'n', actions: ['front'], transactionId: 't', video, modelsUrl: '/face' })
    .then(({ images }) => images)
// @ts-expect-error -- there is no such way
void openVerification({ link: '', mode: 'window' })
`

const { ModuleKind, ModuleResolutionKind } = ts
const ways = {
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
  classic: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Node10 },
}
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  skipDefaultLibCheck: true,
}

const folder = mkdtempSync(join(tmpdir(), 'atesta-types-'))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(import.meta.dirname, join(folder, 'node_modules/atesta-capture'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const file = join(folder, 'use.ts')
writeFileSync(file, use)

const read = new Map()
const wrong = []
for (const [name, way] of Object.entries(ways)) {
  const options = { ...strict, ...way }
  const host = ts.createCompilerHost(options)
  const readFile = host.getSourceFile.bind(host)
  // The types of the platform are read once for all.
  host.getSourceFile = (path, ...rest) => {
    if (!path.includes('/lib.')) return readFile(path, ...rest)
    if (!read.has(path)) read.set(path, readFile(path, ...rest))
    return read.get(path)
  }
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host))
  for (const { messageText } of found)
    wrong.push(`${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
rmSync(folder, { recursive: true })
process.stdout.write(wrong.join('\n'))
process.exitCode = wrong.length === 0 ? 0 : 1
