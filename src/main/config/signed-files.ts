// Reads the issuers of documents as signed files and their authorities, from a file or a variable.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import {
  readCertificate,
  type ReadCertificate,
  readRoots,
} from '#src/biometrics/signed-files/certificates.ts'
import { signedKinds } from '#src/biometrics/signed-files/rules.ts'
import type { Config } from './config.ts'
import { readYaml } from './read-file.ts'

const Folder = z.string().min(1)

const SignedFiles = z.strictObject({
  issuers: z
    .array(
      z.strictObject({
        kind: z.enum(signedKinds),
        cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/, 'fourteen characters without punctuation'),
        policies: z.array(z.string().regex(/^\d+(?:\.\d+)+$/)).min(1),
        subject: z.string().min(1).exactOptional(),
      }),
    )
    .default([]),
  /** Certificates of intermediate authorities. */
  intermediates: Folder.exactOptional(),
  /** Roots in place of those of ICP-Brasil, which come with the service. */
  roots: Folder.exactOptional(),
  /** URLs of revocation lists, one per authority. */
  lists: z.array(z.url({ protocol: /^https?$/ })).default([]),
  /** Hosts of these lists, as `host:port`, that may be at a private address. */
  privateHosts: z.array(z.string().regex(/^[^/\s]+:\d{1,5}$/)).default([]),
  ageMaxDays: z.int().min(1).max(3_650).default(30),
})

export type SignedFilesConfig = Omit<z.output<typeof SignedFiles>, 'intermediates' | 'roots'> & {
  readonly intermediates: readonly ReadCertificate[]
  readonly roots: readonly ReadCertificate[]
}

/** Folders are relative to that of the file. Throws an Error that names the position. */
export function readSignedFiles({
  SIGNED_FILES_FILE: file,
  SIGNED_FILES: text,
}: Pick<Config, 'SIGNED_FILES_FILE' | 'SIGNED_FILES'>): SignedFilesConfig {
  const where = file === undefined ? 'SIGNED_FILES' : 'SIGNED_FILES_FILE'
  const parsed = SignedFiles.safeParse(readYaml(where, file, text) ?? {})
  if (!parsed.success) throw new Error(`${where}:\n${z.prettifyError(parsed.error)}`)
  const { intermediates, roots, ...read } = parsed.data
  const base = file === undefined ? '.' : dirname(resolve(file))
  return {
    ...read,
    intermediates:
      intermediates === undefined ? [] : readFolder(where, resolve(base, intermediates)),
    roots: roots === undefined ? readRoots() : readFolder(where, resolve(base, roots)),
  }
}

/** PEM or DER, one certificate per file. */
function readFolder(where: string, folder: string): ReadCertificate[] {
  const names = readdirSync(folder).filter((name) => /\.(?:crt|cer|pem|der)$/i.test(name))
  if (names.length === 0) throw new Error(`${where}: no certificate in ${folder}`)
  return names.toSorted().map((name) => {
    try {
      return readCertificate(readFileSync(join(folder, name)))
    } catch (cause) {
      throw new Error(`${where}: ${join(folder, name)} is no certificate`, { cause })
    }
  })
}
