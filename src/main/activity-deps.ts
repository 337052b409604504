// Which adapter stands behind which port, by mode: a sandbox transaction never meets a live one.
import type { ActivityDeps } from '#activities/deps.ts'
import { createBreakers } from '#src/outbound/breaker.ts'
import { currentBounceMac } from '#src/modules/email-token/secrets.ts'
import { returnPath } from '#src/providers/smtp/bounce.ts'
import { createSandboxEmail } from '#src/providers/sandbox/email.ts'
import { createSmtpEmail } from '#src/providers/smtp/adapter.ts'
import { keepMessage, wasKept } from '#src/sandbox/store.ts'
import type { Services } from './services.ts'

export function createActivityDeps(
  services: Pick<Services, 'config' | 'db' | 'sealer' | 'log' | 'messaging'>,
  parts: AsyncDisposableStack,
): ActivityDeps {
  const { config, db, sealer, log, messaging } = services
  const sandbox = createSandboxEmail({
    deliver: ({ message: { to, subject, text, code, link }, transactionId, attemptId }) =>
      keepMessage(db, sealer, {
        transactionId,
        channel: 'email',
        attemptId,
        content: { to, subject, text, code, link },
      }),
    find: (attemptId) => wasKept(db, attemptId),
    bounce: (rawMime, to) =>
      postBounce(config.API_INTERNAL_URL ?? config.PUBLIC_BASE_URL, rawMime, to),
  })
  parts.defer(() => sandbox.close())
  const smtp = config.SMTP_URL === undefined ? undefined : createSmtpEmail({ url: config.SMTP_URL })
  parts.defer(() => smtp?.close())
  const mac = currentBounceMac(sealer)
  return {
    db,
    sealer,
    log,
    emailProviders: { sandbox, live: smtp },
    email: {
      from: config.EMAIL_FROM,
      bounceDomain: config.EMAIL_BOUNCE_DOMAIN,
      returnPath: (recordId) => returnPath(mac, recordId, config.EMAIL_BOUNCE_DOMAIN),
      brand: config.BRAND,
      publicBaseUrl: config.PUBLIC_BASE_URL,
    },
    messaging: {
      accounts: messaging.accounts,
      brand: config.BRAND,
      publicBaseUrl: config.PUBLIC_BASE_URL,
      countries: messaging.countries ?? ['BR'],
    },
    breakers: createBreakers(),
    idleMs: config.IDLE_CLOSE_SECONDS * 1_000,
    historyMax: config.HISTORY_MAX,
  }
}

/** The sandbox's mail server hands a report over as a real one would. */
async function postBounce(apiUrl: string, rawMime: string, to: string): Promise<void> {
  await fetch(new URL('/hooks/email/bounces', apiUrl), {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'delivered-to-address': to },
    body: rawMime,
    signal: AbortSignal.timeout(5_000),
  })
}
