// Opens the sandbox’s accounts and phone, the same in the worker that sends and in the API that handles replies.
import type { Db } from '#src/platform/db/client.ts'
import { postTo } from '#src/vendors/sandbox/courier.ts'
import { createSandbox, type Sandbox } from '#src/vendors/sandbox/sandbox.ts'
import type { SandboxOptions } from '#src/vendors/sandbox/delivery.ts'
import { keepMessage, wasKept } from '#src/sandbox/store.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Config } from '#src/main/config/config.ts'

type Given = {
  readonly config: Pick<Config, 'PUBLIC_BASE_URL' | 'API_INTERNAL_URL' | 'EMAIL_FROM'>
  readonly db: Db
  readonly sealer: Sealer
}

/** Its callbacks are signed for PUBLIC_BASE_URL. `changed` is for tests: another way to the API, no waits. */
export function openSandbox(
  { config, db, sealer }: Given,
  changed: Partial<SandboxOptions> = {},
): Sandbox {
  const { PUBLIC_BASE_URL: publicBaseUrl, API_INTERNAL_URL: internalUrl = publicBaseUrl } = config
  return createSandbox({
    keep: (delivery) => keepMessage(db, sealer, delivery),
    find: (attemptId) => wasKept(db, attemptId),
    post: postTo(internalUrl),
    publicBaseUrl,
    secrets: (vendor) => deriveSecrets(sealer, vendor),
    emailFrom: config.EMAIL_FROM,
    ...changed,
  })
}

/**
 * Derived secrets, so that all processes have the same; those from older hash keys are accepted until the keys are
 * removed.
 */
function deriveSecrets(sealer: Sealer, vendor: string): readonly [string, ...string[]] {
  const parts = ['sandbox-callback', vendor] as const
  const [, ...older] = sealer.hashes(...parts)
  return [toText(sealer.hash(...parts)), ...older.map(toText)]
}

const toText = (secret: Buffer) => secret.toString('hex')
