// Messaging for tests that send nothing: messages are recorded and not sent.
import { checkTemplates, type TemplateOverrides } from '#src/messaging/messages/content.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'

type Given = {
  readonly accounts?: readonly MessagingAccount[]
  readonly sendRate?: Messaging['sendRate']
  readonly emailsPerMinute?: number
  readonly templates?: TemplateOverrides
  readonly tenants?: Readonly<Record<string, TemplateOverrides>>
  readonly simSwaps?: Messaging['simSwaps']
  /** The settings of each tenant. */
  readonly settings?: TenantsConfig['tenants']
}

export function silentMessaging({
  accounts = [],
  sendRate = { perSecond: 1_000, burst: 1_000 },
  emailsPerMinute = 10_000,
  templates = {},
  tenants = {},
  settings = {},
  simSwaps,
}: Given = {}): Messaging {
  const publicBaseUrl = 'https://id.example.test'
  const all = createTenants({ brand: 'Acme' }, { all: {}, tenants: settings })
  return {
    accounts: {
      list: (_, channel) => accounts.filter(({ channels }) => channels.includes(channel)),
      ofVendor: (vendor) => accounts.filter((account) => account.vendor === vendor),
      find: (id) => accounts.find((account) => account.id === id),
      live: () => accounts,
    },
    templates: checkTemplates({
      brandOf: (tenant) => all.of(tenant).brand,
      publicBaseUrl,
      templates,
      tenants,
    }),
    sendRate,
    emailsPerMinute,
    ...(simSwaps && { simSwaps }),
    tenants: all,
    publicBaseUrl,
    mail: {
      from: 'Acme <no-reply@acme.example.test>',
      bounceDomain: 'bounces.example.test',
      returnPath: (recordId) => `b+${recordId}@bounces.example.test`,
    },
  }
}

/** An account that several tenants share; nothing is sent through it. */
export const sharedAccount: MessagingAccount = {
  id: 'shared-twilio',
  vendor: 'twilio',
  channels: ['sms', 'whatsapp'],
  senders: { sms: '+5511912340000', whatsapp: '+5511912340000' },
  shared: true,
  repeat: 'never',
  send: async () => ({ kind: 'uncertain', cause: 'timeout' }),
  verifyWebhook: () => false,
  parseWebhook: () => [],
}
