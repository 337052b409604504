// The sandbox's SMS and WhatsApp, the same in the worker that sends and in the API that takes replies.
import { postTo } from '#src/providers/sandbox/courier.ts'
import {
  createSandboxMessaging,
  type SandboxMessaging,
  type SandboxMessagingOptions,
} from '#src/providers/sandbox/messages.ts'
import { keepMessage, wasKept } from '#src/sandbox/store.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { Config } from './config.ts'
import type { Services } from './services.ts'

type Given = Pick<Services, 'db' | 'sealer'> & {
  readonly config: Pick<Config, 'PUBLIC_BASE_URL' | 'API_INTERNAL_URL'>
}

/** Its callbacks are signed for PUBLIC_BASE_URL. `changed` is for tests: another way to the API, no waits. */
export function openSandboxMessaging(
  { config, db, sealer }: Given,
  changed: Partial<SandboxMessagingOptions> = {},
): SandboxMessaging {
  const { PUBLIC_BASE_URL: publicBaseUrl, API_INTERNAL_URL: internalUrl = publicBaseUrl } = config
  return createSandboxMessaging({
    keep: ({ transactionId, attemptId, message: { channel, ...content } }) =>
      keepMessage(db, sealer, { transactionId, channel, attemptId, content }),
    find: (attemptId) => wasKept(db, attemptId),
    post: postTo(internalUrl),
    publicBaseUrl,
    secrets: (vendor) => deriveSecrets(sealer, vendor),
    ...changed,
  })
}

/** Derived, so that all processes agree; those of older hash keys are believed until the keys are gone. */
function deriveSecrets(sealer: Sealer, vendor: string): readonly [string, ...string[]] {
  const parts = ['sandbox-callback', vendor] as const
  const [, ...older] = sealer.hashes(...parts)
  return [toText(sealer.hash(...parts)), ...older.map(toText)]
}

const toText = (secret: Buffer) => secret.toString('hex')
