// Monitors the files of keys and secrets with which a process was started: it holds their content in memory, so a
// missing file would only show at the next start.
import { access, constants, readFile } from 'node:fs/promises'
import type { Config } from '#src/main/config/config.ts'
import { readIssuers } from '#src/main/config/issuers.ts'
import type { Temporal } from './temporal.ts'
import type { KeyFile } from '#src/platform/process-metrics.ts'
import { holdsKeysOf } from '#src/platform/seal/check.ts'
import { type Keyring, readKeyring } from '#src/platform/seal/keys.ts'
import { endpointStore } from '#src/journey/endpoints/store.ts'
import { eventKeys } from '#src/journey/inbox/inbox.ts'
import type { KeyHolder } from '#src/platform/seal/sealer.ts'
import { submissionKeys } from '#src/journey/transaction/keys.ts'
import { webhookStore } from '#src/journey/webhooks/store.ts'

/** Parameters of the database’s URL that name files. */
const ofDatabase = ['userfile', 'passwordfile', 'sslcert', 'sslkey', 'sslrootcert'] as const
/** Variables that name files with secrets. */
const ofSettings = ['ISSUERS_FILE', 'MESSAGING_FILE', 'CHECKS_FILE', 'TENANTS_FILE'] as const

type Held = {
  readonly config: Config
  readonly keyring: Keyring
  readonly temporal: Pick<Temporal, 'hasTls' | 'isReadable'>
}

export function keyFilesOf({ config, keyring, temporal }: Held): KeyFile[] {
  const { KEYRING_FILE: file } = config
  const { searchParams } = new URL(config.DATABASE_URL)
  const readable = [
    ...ofSettings.map((name) => ({ name, path: config[name] })),
    ...ofDatabase.map((name) => ({ name, path: searchParams.get(name) ?? undefined })),
  ]
  return [
    ...(file === undefined
      ? []
      : [
          {
            file: 'KEYRING_FILE',
            isUsable: async () => holdsKeysOf(readKeyring({ file }), keyring),
          },
        ]),
    ...readIssuers(config).flatMap(({ name, jwksFile }) =>
      jwksFile === undefined
        ? []
        : [{ file: `key set of ${name}`, isUsable: () => isJson(jwksFile) }],
    ),
    ...readable.flatMap(({ name, path }) =>
      // `system` is libpq’s word for the certificate authorities of the operating system.
      path === undefined || path === 'system'
        ? []
        : [{ file: name, isUsable: () => isReadable(path) }],
    ),
    ...(temporal.hasTls
      ? [{ file: 'TLS of Temporal', isUsable: async () => temporal.isReadable() }]
      : []),
  ]
}

async function isJson(path: string): Promise<boolean> {
  JSON.parse(await readFile(path, 'utf8'))
  return true
}

async function isReadable(path: string): Promise<boolean> {
  await access(path, constants.R_OK)
  return true
}

/** Every table that stores data keys. */
export const keyHolders: readonly KeyHolder[] = [
  submissionKeys,
  eventKeys,
  webhookStore.keys,
  endpointStore.keys,
]
