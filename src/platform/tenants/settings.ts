// The settings of a tenant, section by section; where one is absent the deployment's applies, and else the default
// here. A section belongs to the capability that reads it.
import { z } from 'zod'
import { type DataPolicy, DataSettings } from './data.ts'
import { type Messages, MessageSettings } from './messages.ts'

const weight = z.int().min(0).max(100).exactOptional()
const DocumentPolicy = z.strictObject({
  /** The rank from which a document may be `Aprovado`. */
  rankMin: z.int().min(60).max(100).exactOptional(),
  /** Of what the rank is made of. */
  weights: z
    .strictObject({
      read: weight,
      checkDigits: weight,
      cpf: weight,
      name: weight,
      birthdate: weight,
      portrait: weight,
    })
    .exactOptional(),
  /** Kinds that identify after they have expired. */
  expiredIdentifies: z.array(z.enum(['RG', 'CNH', 'CIN', 'PASSPORT', 'CRNM'])).exactOptional(),
})

/** Something that a person can read; spaces around it are taken away. */
const shown = (max: number) => z.string().trim().min(1).max(max).regex(/\S/).exactOptional()

const Origins = z
  .array(
    z.string().refine((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one, {
      message: 'an origin like https://client.example, with nothing behind it',
    }),
  )
  .max(50)
  .meta({ description: 'Each an origin, with nothing behind it.' })

export const TenantSettings = z.strictObject({
  /** How messages and pages name who asks. */
  brand: shown(60),
  biometrics: z
    .strictObject({
      /** For how many days images are kept; without it as long as their transaction. */
      keepDays: z.int().min(1).max(36_500).exactOptional(),
      /** How long a link to an image works. */
      linkSeconds: z.int().min(10).max(86_400).exactOptional(),
      /** How many persons one device may serve in 30 days: a branch's tablet serves many. */
      personsPerDevice: z.int().min(1).max(100_000).exactOptional(),
      /** Kinds whose signed files are believed: in live none, until one that is genuine was tried. */
      signedKinds: z.array(z.enum(['CNH', 'CIN'])).exactOptional(),
      /** How documents are judged. */
      documents: DocumentPolicy.exactOptional(),
    })
    .exactOptional(),
  /** Verification links, and the page behind them. */
  link: z
    .strictObject({
      /** The pack whose steps a person walks. */
      pack: z.string().min(1).max(100).exactOptional(),
      /** How long a link lives: ten minutes to thirty days. */
      minutes: z.int().min(10).max(43_200).exactOptional(),
      /** A picture of at most 48 kB, written into the page. */
      logo: z
        .string()
        .max(65_536)
        .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]+$/)
        .exactOptional(),
      /** Of buttons. */
      colour: z
        .string()
        .regex(/^#[\da-fA-F]{6}$/)
        .exactOptional(),
      /** Whose privacy policy the consent leads to. */
      privacyUrl: z
        .url({ protocol: /^https$/ })
        .max(500)
        .exactOptional(),
      /** Whom a person asks about their data. */
      contact: shown(200),
      /** Instead of the default: why their data may be used. */
      legalBasis: shown(300),
      /** What a person can do who does not want to, or cannot, go on by the page. */
      otherWay: shown(300),
      /** Origins that a person may be sent back to, and whose pages may follow the state of a link. */
      redirectOrigins: Origins.exactOptional(),
      /** Origins whose pages may show the page in a frame of theirs; without it none. */
      frameOrigins: Origins.exactOptional(),
    })
    .exactOptional(),
  /** What the service's packs may decide without; each lowers what an approval rests on. */
  verdicts: z
    .strictObject({
      /** A document of which pictures alone are known may be approved; without it in sandbox only. */
      approveUnproven: z.boolean().exactOptional(),
      /** A person without a phone, or whose phone got nothing, may be approved. */
      phoneOptional: z.boolean().exactOptional(),
      /** A score alone may step up. */
      approveByScore: z.boolean().exactOptional(),
      /** From how many years on a person is approved without a look; 18 without it. */
      ageMin: z.int().min(0).max(120).exactOptional(),
    })
    .exactOptional(),
  messages: MessageSettings.exactOptional(),
  data: DataSettings.exactOptional(),
  audit: z
    .strictObject({
      /** Whether each reading of a whole personal record leaves an audit row. */
      records: z.boolean().exactOptional(),
    })
    .exactOptional(),
})
export type TenantSettings = z.output<typeof TenantSettings>

/** What is said of a tenant by whoever runs the service: what it may do, and what it has of its own. */
export const RegisteredTenant = TenantSettings.extend({
  /** Both without it. */
  modes: z
    .array(z.enum(['sandbox', 'live']))
    .min(1)
    .exactOptional(),
  /** Its clients get 403; what is under way ends in order. */
  suspended: z.boolean().exactOptional(),
  /** Requests a second and burst, over all API processes. */
  rate: z
    .strictObject({ perSecond: z.number().positive(), burst: z.number().min(1) })
    .exactOptional(),
  /** Subjects of the operator's issuer that may act for it. */
  operators: z
    .array(z.string().regex(/^[\w.:|-]{1,128}$/))
    .max(100)
    .exactOptional(),
})
export type RegisteredTenant = z.output<typeof RegisteredTenant>

/** `all` holds for every tenant; a field of a tenant’s own overrides it. */
export const TenantsConfig = z.strictObject({
  all: TenantSettings.default({}),
  tenants: z.record(z.string().min(1).max(200), RegisteredTenant).default({}),
})
export type TenantsConfig = z.output<typeof TenantsConfig>

/** As they hold for one tenant. */
export type Settings = {
  readonly brand: string
  readonly biometrics: {
    readonly keepDays?: number
    readonly linkSeconds: number
    readonly personsPerDevice: number
    /** Without it: all in sandbox, and none in live. */
    readonly signedKinds?: readonly ('CNH' | 'CIN')[]
    readonly documents?: z.output<typeof DocumentPolicy>
  }
  readonly link: {
    readonly pack: string
    readonly minutes: number
    readonly logo?: string
    readonly colour?: string
    readonly redirectOrigins: readonly string[]
    readonly frameOrigins?: readonly string[]
    readonly privacyUrl?: string
    readonly contact?: string
    readonly legalBasis?: string
    readonly otherWay?: string
  }
  readonly verdicts: {
    /** Without it: in sandbox, and not in live. */
    readonly approveUnproven?: boolean
    readonly phoneOptional: boolean
    readonly approveByScore: boolean
    readonly ageMin: number
  }
  readonly messages: Messages
  readonly data: DataPolicy
  readonly audit: { readonly records: boolean }
}

export type Tenants = {
  /** Of any name, known or not; '' is the deployment itself. */
  of(tenant: string): Settings
  /** Those with settings of their own. */
  names(): readonly string[]
  /** What is registered of it; undefined where nothing is. */
  find(tenant: string): RegisteredTenant | undefined
}
